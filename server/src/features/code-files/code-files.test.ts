import { spawnSync } from 'node:child_process'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { type Person, testApp } from '../../testing/app'
import { wordsOf } from '../../testing/pdf-words'
import { unzipped } from '../../testing/unzipped'
import { textsOf } from '../generator/testing'
import { aDynamicCode, aStaticCode, codesOf } from '../user-codes/testing'

const product = testApp()
const GHOSTSCRIPT = 'gs'
const FILES = '/gateway/api/qrcode/code-files'
const LABELS = { layout: { kind: 'labels', size: '70x37' } }

/** Somebody with a code for a table, one for a network, and a framed one. */
async function owner(): Promise<{ mai: Person; ids: string[] }> {
  const mai = await product.signedIn()
  const { save } = codesOf(product, mai)
  const qrCustomSettings = {
    style: 'rounded',
    frame: { kind: 'ring', text: 'Quét', language: 'vi', color: '#0B3D2A' },
  }
  const wifi = { ssid: 'Quán phở', passWifi: 'bi-mat-123', encrypWifi: 'WPA' }
  const saved = [
    await save(aDynamicCode({ name: 'Bàn 01', dynamicId: 'BAN-01', tags: ['hè'] })),
    await save(aStaticCode('Wifi', wifi, { name: '=1+1' })),
    await save(aDynamicCode({ name: 'Bàn 01', dynamicId: 'BAN-02', qrCustomSettings })),
  ]
  return { mai, ids: saved.map(({ id }) => id) }
}

const ask = (who: { sid: string }, payload: object, headers: Record<string, string> = {}) =>
  product.as(who).inject({ method: 'POST', url: FILES, payload, headers })
const fetched = (url: string) => product.inject({ url: url.replace('http://app.test', '') })

async function fileOf(who: { sid: string }, payload: object) {
  const reply = await ask(who, payload)
  expect(reply.statusCode, reply.body).toBe(201)
  const { result } = reply.json()
  const file = await fetched(result.url)
  expect(file.statusCode, file.body).toBe(200)
  return { result, file }
}

test('a ZIP holds each code in each format under its own name, and a list that opens in a spreadsheet', async () => {
  const zip = { formats: ['png', 'svg', 'pdf', 'png'], size: 600, cmyk: true }
  const { mai, ids } = await owner()
  const { result, file } = await fileOf(mai, { selection: { ids }, zip })
  expect(result).toMatchObject({ codes: 3, sheet: null })
  expect(file.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="trial-qr-codes-[\d-]+\.zip"/)
  const files = await unzipped(file.rawPayload)
  expect([...files.keys()]).toEqual([
    ...['trial-ban-01_BAN-01.png', 'trial-ban-01_BAN-01.svg', 'trial-ban-01_BAN-01.pdf'],
    ...['1-1.png', '1-1.svg', '1-1.pdf'],
    ...['trial-ban-01_BAN-02.png', 'trial-ban-01_BAN-02.svg', 'trial-ban-01_BAN-02.pdf'],
    'codes.csv',
  ])
  for (const [name, link] of [
    ['trial-ban-01_BAN-01', 'http://QR.TEST/BAN-01'],
    ['trial-ban-01_BAN-02', 'http://QR.TEST/BAN-02'],
  ]) {
    const png = files.get(`${name}.png`) as Buffer
    const { width = 0 } = await sharp(png).metadata()
    expect(width).toBeGreaterThanOrEqual(600)
    expect(width).toBeLessThan(650)
    expect(await textsOf(png)).toContain(link)
  }
  const csv = files.get('codes.csv')?.toString() ?? ''
  expect(csv.split('\r\n')).toEqual([
    '\uFEFF"name";"id";"link";"target";"contentType";"tags";"files"',
    '"Bàn 01";"BAN-01";"http://qr.test/BAN-01";"https://shop.example/menu";"Website";"hè";"trial-ban-01_BAN-01.png trial-ban-01_BAN-01.svg trial-ban-01_BAN-01.pdf"',
    `"'=1+1";"";"";"";"Wifi";"";"1-1.png 1-1.svg 1-1.pdf"`,
    '"Bàn 01";"BAN-02";"http://qr.test/BAN-02";"https://shop.example/menu";"Website";"";"trial-ban-01_BAN-02.png trial-ban-01_BAN-02.svg trial-ban-01_BAN-02.pdf"',
    '',
  ])
  expect(csv).not.toContain('bi-mat-123')

  const nameOf = ({ file: { headers } }: Awaited<ReturnType<typeof fileOf>>) => headers['content-disposition']
  const real = expect.stringMatching(/^attachment; filename="qr-codes-/)
  const fixed = await fileOf(mai, { selection: { ids: ids.slice(1, 2) }, zip: { formats: ['png'] } })
  expect(nameOf(fixed), 'static codes hold no link').toEqual(real)
  await query(
    product.database().db,
    sql`insert into custom_domains (user_id, kind, domain, enabled, proven_at)
      values (${mai.id}, 'qrcode', 'go.mai.example', true, now()) returning domain`,
  )
  const own = await fileOf(mai, { selection: { ids }, zip: { formats: ['png'] } })
  expect(nameOf(own), 'on a verified domain everybody opens them').toEqual(real)
  expect([...(await unzipped(own.file.rawPayload)).keys()]).toContain('ban-01_BAN-01.png')
})

test.each([
  ['en', ','],
  ['de', ';'],
])('the list of a ZIP opens in Excel in %s', async (language, separator) => {
  const { mai, ids } = await owner()
  const reply = await ask(
    mai,
    { selection: { ids }, zip: { formats: ['png'] } },
    { 'accept-language': language },
  )
  const files = await unzipped((await fetched(reply.json().result.url)).rawPayload)
  const [head] = files.get('codes.csv')?.toString().split('\r\n') ?? []
  expect(head).toBe(
    `\uFEFF${['name', 'id', 'link', 'target', 'contentType', 'tags', 'files'].map((name) => `"${name}"`).join(separator)}`,
  )
})

test('a name that two codes have gets a number, and what cannot be drawn or read is said in the own language', async () => {
  const lan = await product.signedIn()
  const { save } = codesOf(product, lan)
  const text = (plainText: string, more: object = {}) => save(aStaticCode('Text', { plainText }, more))
  const pale = { foregroundColor: '#F4F4F4', style: 'dots' }
  await text('một', { name: 'Tầng' })
  await text('hai', { name: 'tầng', qrCustomSettings: pale, scanAnyway: true })
  const broken = await text('ba', { name: 'Hỏng' })
  await query(
    product.database().db,
    sql`update user_codes set code_content = '{' where id = ${broken.id} returning id`,
  )
  const selection = { productId: 'static-code', upTo: 3 }
  const zip = { formats: ['png'] }
  const reply = await ask(lan, { selection, zip }, { 'accept-language': 'vi' })
  const files = await unzipped((await fetched(reply.json().result.url)).rawPayload)
  expect([...files.keys()]).toEqual(['tang.png', 'tang-2.png', 'codes.csv', 'errors.txt'])
  expect(files.get('errors.txt')?.toString()).toBe(
    '\uFEFFtang-2: Không đọc được ảnh của mã này. Hãy kiểm tra màu, logo và lề của mã.\r\n' +
      'hong: Không vẽ được mã này. Hãy mở mã, kiểm tra nội dung và thiết kế.\r\n',
  )
})

test('a sheet says how many codes are read at its size, and its labels are read from the page', async () => {
  const caption = { lines: ['name', 'text', 'link'], text: 'Quét để xem thực đơn', language: 'vi' }
  const sheet = { ...LABELS, caption, start: 24, hasCutLines: true }
  const { mai, ids } = await owner()
  const { result, file } = await fileOf(mai, { selection: { ids }, sheet })
  expect(result).toMatchObject({ codes: 3, sheet: { pages: 2, readable: 3, unreadable: [] } })
  expect(file.headers['content-type']).toBe('application/pdf')
  const pdf = file.rawPayload.toString('latin1')
  expect(pdf.match(/\/Type \/Page /g)).toHaveLength(2)
  expect(pdf).toContain('/PrintScaling /None')
  if (spawnSync(GHOSTSCRIPT, ['--version']).status !== 0) return
  const options = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=png16m', '-r300', '-dFirstPage=1']
  const { stdout } = spawnSync(GHOSTSCRIPT, [...options, '-dLastPage=1', '-sOutputFile=-', '-'], {
    input: file.rawPayload,
    maxBuffer: 64 * 1024 * 1024,
  })
  // The last label of the first page, at 300 dots an inch.
  const label = await sharp(stdout)
    .extract({ left: 1654, top: 3060, width: 826, height: 440 })
    .png()
    .toBuffer()
  expect(await textsOf(label)).toContain('http://QR.TEST/BAN-01')
})

test('codes that are too small to be read are counted and named', async () => {
  const sheet = { layout: { kind: 'stickers', shape: 'round', side: 15 }, codeSide: 5 }
  const { mai, ids } = await owner()
  const reply = await ask(mai, { selection: { ids }, sheet })
  const { readable, unreadable } = reply.json().result.sheet
  expect(readable).toBe(0)
  expect(unreadable).toHaveLength(3)
  expect(unreadable[0]).toEqual({ id: ids[0], name: 'Bàn 01', dynamicId: 'BAN-01' })
})

const SHEET = { layout: { kind: 'labels', size: '63.5x38.1' }, caption: { lines: ['name'] } }
const READ = { readable: 1, cut: { count: 0 }, missingLetters: { count: 0 } }

test.each([
  ['vi', 'Phở bò tái nạm gầu gân'],
  ['th', 'ก๋วยเตี๋ยวเรือน้ำตกหมูเด้งพิเศษ'],
  ['km', 'បាយសាច់ជ្រូកអាំងទឹកដោះគោ'],
  ['ja', '特製味噌ラーメン大盛りチャーシュー'],
  ['ar', 'مطعم البحر الأبيض المتوسط للمأكولات'],
])('a long name in %s is whole, in lines of a label', async (language, name) => {
  const mai = await product.signedIn()
  const { id } = await codesOf(product, mai).save(aDynamicCode({ name }))
  const sheet = { ...SHEET, caption: { ...SHEET.caption, language } }
  const { result, file } = await fileOf(mai, { selection: { ids: [id] }, sheet })
  expect(result.sheet).toMatchObject(READ)
  const lines = wordsOf(file.rawPayload)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('').replace(/\s/g, '')).toBe(name.replace(/\s/g, ''))
})

test('names that are cut after all are counted and named', async () => {
  const mai = await product.signedIn()
  const { save } = codesOf(product, mai)
  const name = 'Quán phở bò gia truyền Nam Định phố cổ Hà Nội, tầng hai, phòng sáu, bàn số mười hai'
  const [short, long] = [await save(aDynamicCode({ name: 'Bàn 1' })), await save(aDynamicCode({ name }))]
  const layout = { kind: 'labels', size: '25.4x10' }
  const sheet = { layout, caption: { lines: ['name', 'id', 'link'] } }
  const { result, file } = await fileOf(mai, { selection: { ids: [short.id, long.id] }, sheet })
  const { cut, missingLetters } = result.sheet
  expect(cut).toEqual({ count: 1, codes: [{ id: long.id, name, dynamicId: long.dynamicId }] })
  expect(missingLetters).toEqual({ count: 0, codes: [], letters: [] })
  expect(wordsOf(file.rawPayload).filter((line) => line.endsWith('…'))).toHaveLength(1)
})

test('letters that no font has are counted and named, beside a code and in its frame', async () => {
  const mai = await product.signedIn()
  const { save } = codesOf(product, mai)
  const frame = { kind: 'ring', text: 'Quét', language: 'vi', color: '#0B3D2A', line: 'name' }
  const codes = [
    await save(aDynamicCode({ name: 'Bàn 1' })),
    await save(aDynamicCode({ name: 'Phòng ש và 𐎀' })),
    await save(aDynamicCode({ name: 'שולחן', qrCustomSettings: { frame } })),
  ]
  const selection = { ids: codes.map(({ id }) => id) }
  const { result, file } = await fileOf(mai, { selection, sheet: SHEET })
  const { count, letters, codes: named } = result.sheet.missingLetters
  expect(count).toBe(2)
  expect(named.map(({ id, letters }: { id: string; letters: string[] }) => [id, letters])).toEqual([
    [codes[1]?.id, ['ש', '𐎀']],
    [codes[2]?.id, [...'שולחן']],
  ])
  expect(letters).toEqual(['ש', '𐎀', 'ו', 'ל', 'ח', 'ן'])
  expect(wordsOf(file.rawPayload).join(' ')).toContain('Phòng và')
  const bare = { ...SHEET, caption: { lines: [] } }
  expect((await fileOf(mai, { selection, sheet: bare })).result.sheet.missingLetters.count).toBe(1)
  const unframed = { ...bare, keepsFrame: false }
  expect((await fileOf(mai, { selection, sheet: unframed })).result.sheet.missingLetters.count).toBe(0)
})

const REFUSED: [object, Record<string, string>][] = [
  [{ selection: {}, sheet: LABELS }, { selection: 'invalid-value' }],
  [{}, { zip: 'required' }],
  [{ selection: { ids: [] }, zip: { formats: ['png'] } }, { 'selection.ids': 'required' }],
  [{ zip: { formats: [] } }, { 'zip.formats': 'required' }],
  [{ zip: { formats: ['gif'] } }, { 'zip.formats': 'invalid-choice' }],
  [{ zip: { formats: ['png'], size: 4000 } }, { 'zip.size': 'size-out-of-range' }],
  [{ zip: { formats: ['png'] }, sheet: LABELS }, { zip: 'required' }],
  [{ sheet: { layout: { kind: 'labels', size: '1x1' } } }, { 'sheet.layout.size': 'invalid-choice' }],
  [{ sheet: { layout: { kind: 'star' } } }, { 'sheet.layout.kind': 'invalid-choice' }],
  [{ sheet: { ...LABELS, offset: { x: 6, y: 0 } } }, { 'sheet.offset.x': 'too-large' }],
  [{ sheet: { ...LABELS, start: 25 } }, { 'sheet.start': 'beyond-sheet' }],
  [
    { sheet: { layout: { kind: 'stickers', shape: 'round', side: 200 } } },
    { 'sheet.layout.side': 'does-not-fit' },
  ],
  [
    { selection: { productId: 'dynamic-code', q: 'nothing', upTo: 9 }, sheet: LABELS },
    { selection: 'no-codes' },
  ],
]

test('what cannot be made is refused at its field, with a text', async () => {
  const { mai, ids } = await owner()
  for (const [given, fields] of REFUSED) {
    const reply = await ask(mai, { selection: { ids }, ...given })
    expect(reply.statusCode, JSON.stringify(given)).toBe(422)
    expect(reply.json().error.fields).toEqual(fields)
    for (const text of Object.values(reply.json().errors)) expect(text).not.toMatch(/^field\.|\{\{/)
  }
})

test('only own codes are in a file', async () => {
  const { ids } = await owner()
  const reply = await ask(await product.signedIn(), { selection: { ids }, zip: { formats: ['png'] } })
  expect(reply.json().error.fields).toEqual({ selection: 'no-codes' })
})

test('a ticket opens its file for five minutes and five times, and is stored as a hash', async () => {
  const { mai, ids } = await owner()
  const payload = { selection: { ids: ids.slice(0, 1) }, zip: { formats: ['svg'] } }
  const reply = await ask(mai, payload)
  const { url } = reply.json().result
  const ticket = url.slice(url.lastIndexOf('/') + 1)
  expect(ticket).toMatch(/^[\w-]{43}$/)
  const rows = await query(product.database().db, sql`select * from code_file_tickets`)
  expect(JSON.stringify(rows)).not.toContain(ticket)
  for (let fetch = 0; fetch < 5; fetch++) expect((await fetched(url)).statusCode).toBe(200)
  expect((await fetched(url)).statusCode).toBe(429)
  expect((await product.inject({ method: 'HEAD', url: url.replace('http://app.test', '') })).statusCode).toBe(
    404,
  )
  await query(
    product.database().db,
    sql`update code_file_tickets set expires_at = now() - interval '1 second' returning key_hash`,
  )
  expect((await fetched(url)).json().error.code).toBe('LinkExpired')
  expect((await fetched(`${FILES}/${'A'.repeat(43)}`)).statusCode).toBe(410)
  await ask(mai, payload)
  expect(await query(product.database().db, sql`select * from code_file_tickets`)).toHaveLength(1)
})

type Ends = (mai: Person) => Promise<unknown>
const ENDS: [string, Ends][] = [
  ['a sign-out', (mai) => product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions/current' })],
  ['a sign-out everywhere', (mai) => product.as(mai).inject({ method: 'DELETE', url: '/identity/sessions' })],
  [
    'a new password, set elsewhere',
    async (mai) =>
      product.as(await product.signInAgain(mai)).inject({
        method: 'PUT',
        url: '/identity/users/password',
        payload: { currentPassword: mai.password, newPassword: 'another correct horse' },
      }),
  ],
  [
    'a suspension',
    (mai) => query(product.database().db, sql`update users set suspended_at = now() where id = ${mai.id}`),
  ],
]

test.each(ENDS)('a ticket dies with its session, by %s', async (_, end) => {
  const { mai, ids } = await owner()
  const { url } = (await ask(mai, { selection: { ids }, zip: { formats: ['svg'] } })).json().result
  expect((await fetched(url)).statusCode).toBe(200)
  await end(mai)
  const refused = await fetched(url)
  expect([refused.statusCode, refused.json().error.code]).toEqual([410, 'LinkExpired'])
})

test('a stored ticket holds no session that could be used', async () => {
  const { mai, ids } = await owner()
  await ask(mai, { selection: { ids }, zip: { formats: ['svg'] } })
  const rows = await query(product.database().db, sql`select * from code_file_tickets`)
  expect(JSON.stringify(rows)).not.toContain(mai.sid)
})

test('an account asks for sixty files an hour', async () => {
  const mai = await product.signedIn()
  const { id } = await codesOf(product, mai).save(aDynamicCode())
  const payload = { selection: { ids: [id] }, zip: { formats: ['svg'] } }
  const codes = []
  for (let file = 0; file < 61; file++) codes.push((await ask(mai, payload)).statusCode)
  expect(codes.filter((code) => code === 201)).toHaveLength(60)
  expect(codes.at(-1)).toBe(429)
})
