import sharp from 'sharp'
import { slowJpeg } from '../../src/features/media/testing'
import { pdfWith, someDetails } from '../../src/features/pdf-codes/testing'
import { Person } from './person'
import { type Program, startProgram } from './program'

const QR = '/gateway/api/qrcode'
const CODES = 100
/** Each address of the flood may have twenty scan checks a minute. */
const FLOODING_ADDRESSES = ['203.0.113.1', '203.0.113.2', '203.0.113.3']
const OTHER_ADDRESS = '198.51.100.1'

/** A call, whose response has been read to its end. */
export type Call = () => Promise<{ status: number; body: string }>

/** What one sends at once, and what somebody else does meanwhile. */
export interface Flood {
  flood: Call[]
  other: Call
}

export const FLOODS = [
  'images of 16 megapixels',
  'images that take five seconds',
  'PDF codes',
  'imports of 500 rows',
  'scan checks without a session',
  'sheets of labels',
  'lists of 100 codes',
] as const

/** The program with two accounts: one floods, the other works. */
export async function startFlooded(
  folder: string,
  settings: Record<string, string> = {},
  dist?: string,
): Promise<Program> {
  const program = await startProgram(
    { DATA_DIR: folder, BILLING: 'off', TRUSTED_PROXIES: '127.0.0.1', ...settings },
    dist === undefined ? {} : { dist },
  )
  await program.ready
  return program
}

/** Pools of processes and the web process, each flooded in its own way. */
export async function floodsOf({ url }: Program): Promise<Record<(typeof FLOODS)[number], Flood>> {
  const flooder = await Person.register(url)
  const other = await Person.register(url)
  /** With a quota of its own: the images of the other one fill theirs. */
  const otherWithPdfs = await Person.register(url)
  const ids = await Promise.all([flooder, other].map((person) => createCodes(url, person)))

  const send = async (path: string, request: RequestInit) => {
    const reply = await fetch(url + path, request)
    return { status: reply.status, body: await reply.text() }
  }
  const by = (person: Person) => ({ authorization: `Bearer ${person.token}` })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const asJson = (body: object, headers: Record<string, string>) => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': 'application/json' },
  })
  const form = (field: string, file: Uint8Array, fields: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    body.set(field, new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'a')
    return body
  }
  const upload = (person: Person, path: string, body: () => FormData) => () =>
    send(path, { method: 'POST', body: body(), headers: by(person) })
  const times = (count: number, call: (n: number) => Call) => Array.from({ length: count }, (_, n) => call(n))

  const photo = await largePhoto()
  const slow = slowJpeg()
  const small = await smallPicture()
  const image = (person: Person, file: Uint8Array) =>
    upload(person, '/media/images', () => form('photo', file))
  const pdf = (person: Person) =>
    upload(person, `${QR}/pdf-qrcodes`, () => form('pdfFile', pdfWith('Menu'), someDetails()))
  const table = (rows: number) =>
    Buffer.from(
      `createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits\n${Array.from({ length: rows }, (_, n) => `2024-03-01T08:00:00Z,go.shop.example,a${n},https://go.shop.example/a${n},https://shop.example/${n},Menu ${n},,1\n`).join('')}`,
    )
  const imported = (person: Person, rows: number) =>
    upload(person, `${QR}/bulk-runs`, () => form('file', table(rows), { kind: 'import' }))
  const check = (address: string) => () =>
    send(
      '/qrcode-generator/scan-check',
      asJson(
        { content: 'https://shop.example/menu', qrCustomSettings: { foregroundColor: '#CCCCCC' } },
        from(address),
      ),
    )
  let words = 0
  const frameWords = () =>
    send('/qrcode-generator/text-outline', asJson({ text: `Menu ${++words}` }, from(OTHER_ADDRESS)))
  const list = (person: Person) => () =>
    send(`${QR}/user-codes?productId=dynamic-code&limit=100`, { headers: by(person) })
  const labels = (person: Person, own: string[]) => () =>
    send(
      `${QR}/code-files`,
      asJson({ selection: { ids: own }, sheet: { layout: { kind: 'labels', size: '70x37' } } }, by(person)),
    )
  const [ofFlooder = [], ofOther = []] = ids

  return {
    'images of 16 megapixels': { flood: times(50, () => image(flooder, photo)), other: image(other, small) },
    'images that take five seconds': {
      flood: times(50, () => image(flooder, slow)),
      other: image(other, small),
    },
    'PDF codes': { flood: times(50, () => pdf(flooder)), other: pdf(otherWithPdfs) },
    'imports of 500 rows': { flood: times(50, () => imported(flooder, 500)), other: imported(other, 10) },
    'scan checks without a session': {
      flood: times(60, (n) => check(FLOODING_ADDRESSES[n % FLOODING_ADDRESSES.length] as string)),
      other: frameWords,
    },
    'sheets of labels': {
      flood: times(20, () => labels(flooder, ofFlooder)),
      other: labels(other, ofOther.slice(0, 1)),
    },
    'lists of 100 codes': { flood: times(300, () => list(flooder)), other: list(other) },
  }
}

async function createCodes(url: string, person: Person): Promise<string[]> {
  const codes = Array.from({ length: CODES }, (_, n) => ({
    contentType: 'Website',
    codeContent: JSON.stringify({ content: `https://shop.example/${n}` }),
    isDynamicCode: true,
  }))
  const created = await person.post<{ id: string }[]>(
    url,
    'qrcode/user-codes/bulk',
    { codes },
    person.username,
  )
  return created.map(({ id }) => id)
}

const largePhoto = () =>
  sharp({
    create: {
      ...{ width: 4000, height: 4000, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

const smallPicture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a6' } })
    .png()
    .toBuffer()
