import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { query } from '../../platform/db/database'
import type { Person, testApp } from '../../testing/app'

export const PDFS = '/gateway/api/qrcode/pdf-qrcodes'

/** A PDF (ISO 32000-1) of one page: a coloured band above a text in Latin letters. */
export function pdfWith(text: string, { padding = 0, catalog = '' } = {}): Buffer {
  const drawing = `0.05 0.49 0.29 rg 0 742 595 100 re f 1 1 1 rg BT /F 36 Tf 40 775 Td (${text}) Tj ET`
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>',
    `(${'x'.repeat(padding)})`,
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const place = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${body}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

export interface SentFile {
  bytes: Buffer
  name?: string
  type?: string
  field?: string
}

/** A form as a browser sends it. */
export async function formOf(fields: Record<string, string>, file?: SentFile) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) {
    const { bytes, name = 'menu.pdf', type = 'application/pdf', field = 'pdfFile' } = file
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  }
  const body = new Response(form)
  return {
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  }
}

let names = 0

export const someDetails = (change: Record<string, string> = {}) => ({
  name: `menu-${++names}`,
  companyName: 'Cà phê Lá',
  title: 'Thực đơn mùa thu',
  website: 'la.example',
  ...change,
})

/** Actions of people on PDF codes in a running product. */
export const pdfCallsOf = (product: ReturnType<typeof testApp>) => ({
  async create(
    person: Person,
    details = someDetails(),
    file: SentFile | null = { bytes: pdfWith('Menu') },
    headers = {},
  ) {
    const form = await formOf(details, file ?? undefined)
    return product.as(person).inject({
      method: 'POST',
      url: PDFS,
      payload: form.payload,
      headers: { ...form.headers, ...headers },
    })
  },
  async replace(person: Person, id: string, file: SentFile, fields: Record<string, string> = {}) {
    return product
      .as(person)
      .inject({ method: 'PATCH', url: `${PDFS}/${id}`, ...(await formOf(fields, file)) })
  },
  patch: (person: Person, id: string, payload: object) =>
    product.as(person).inject({ method: 'PATCH', url: `${PDFS}/${id}`, payload }),
  get: (person: Person, path: string) => product.as(person).inject({ url: `${PDFS}${path}` }),
})

/** The files and rows of PDF codes in a running product. */
export function pdfStoreOf(product: ReturnType<typeof testApp>) {
  async function storedFiles(folder = 'pdf'): Promise<string[]> {
    const path = join(product.config().dataDir, 'files', folder)
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }

  async function rowsOf(table: string) {
    return query<Record<string, unknown>>(product.database().db, sql.raw(`select * from ${table}`))
  }

  const whatIsThere = async () => ({
    files: await storedFiles(),
    codes: (await rowsOf('user_codes')).length,
    versions: (await rowsOf('pdf_versions')).length,
    rows: (await rowsOf('files')).length,
    ids: (await rowsOf('dynamic_ids')).length,
  })

  return { storedFiles, rowsOf, whatIsThere }
}
