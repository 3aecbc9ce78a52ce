import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { LANGUAGE_CODES } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { givenTrustedTime } from '../../../testing/clock'
import { recordVatRate } from './vat-repository'

const service = testApp({
  BILLING: 'on',
  BANK_BIN: '970416',
  BANK_ACCOUNT_NUMBER: '123456789',
  BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF',
  SELLER_NAME: 'Công ty TNHH Lá Quét',
  SELLER_TAX_CODE: '0312345678',
})

const PROFILE = {
  company: 'Quán Phở Số 7',
  address: { address: '7 Lý Quốc Sư, Hà Nội' },
  taxCode: '0109999999',
}

type Caller = { sid: string }

async function post(caller: Caller, path: string, payload: object) {
  const reply = await service.as(caller).inject({ method: 'POST', url: `/gateway/api/${path}`, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().result
}

/** A person who has bought a plan, and the invoice. */
async function givenInvoice(profile: object = PROFILE, known?: Caller) {
  const operator = known ?? (await service.signedIn({ setupToken: TEST_SETUP_TOKEN }))
  const buyer = await service.signedIn()
  await service.as(buyer).inject({
    method: 'PATCH',
    url: '/gateway/api/billing/billing-accounts/profile',
    payload: profile,
  })
  const { transactionId, amount } = await post(buyer, 'billing/subscriptions/change', {
    plan: 'basic',
    paymentType: 'bank-transfer',
  })
  await post(operator, `admin/billing/transfers/${transactionId}/confirm`, {
    amount,
    bankReference: randomUUID(),
    reason: 'statement',
  })
  const reply = await service.as(buyer).inject({ url: '/gateway/api/billing/transactions' })
  const id: string = reply.json().result[0].invoiceId
  const get = (query: string, caller: Caller = buyer) =>
    service.as(caller).inject({ url: `/gateway/api/billing/invoices/${id}${query}` })
  return { id, buyer, operator, get }
}

/** The text of the pages of a PDF, as an independent reader finds it. */
async function readPdf(bytes: Buffer): Promise<{ pages: number; text: string }> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const folder = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
  const document = await getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: folder.replace('package.json', 'standard_fonts/'),
  }).promise
  const content = await (await document.getPage(1)).getTextContent()
  return {
    pages: document.numPages,
    text: content.items.map((item) => ('str' in item ? item.str : '')).join(' '),
  }
}

test('an own invoice is data, a page to print and a PDF; to others it does not exist', async () => {
  const { id, get, operator } = await givenInvoice()

  const data = await get('?lang=vi')
  const invoice = data.json().result
  expect(invoice).toMatchObject({
    id,
    number: expect.stringMatching(/^QC-\d{4}-000001$/),
    status: 'paid',
    seller: { name: 'Công ty TNHH Lá Quét', taxCode: '0312345678' },
    buyer: { name: 'Quán Phở Số 7', address: '7 Lý Quốc Sư, Hà Nội', taxCode: '0109999999' },
    amount: 99_000,
  })
  expect(invoice.lines).toHaveLength(1)
  expect(invoice.lines[0].amount).toBe(99_000)

  const page = await get('?format=html&lang=en')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(page.body).toContain(invoice.number)
  expect(page.body).toContain('Quán Phở Số 7')
  expect(page.body).toContain('99,000\u00a0₫')

  const pdf = await get('?format=pdf&lang=en')
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.headers['content-disposition']).toContain(`filename="${invoice.number}.pdf"`)
  const { pages, text } = await readPdf(pdf.rawPayload)
  expect(pages).toBe(1)
  expect(text).toContain(invoice.number)
  expect(text).toContain('Total')
  expect(text).toContain('99,000')

  for (const query of ['', '?format=html', '?format=pdf'])
    expect((await get(query, operator)).statusCode, query).toBe(404)
  expect((await service.inject(`/gateway/api/billing/invoices/${id}`)).statusCode).toBe(401)
})

test('an invoice names the VAT that was in force when it was issued, on every medium and for ever', async () => {
  const { db } = service.database()
  const before = await givenInvoice()
  await recordVatRate(db, 10)
  const { get } = await givenInvoice(PROFILE, before.operator)
  await recordVatRate(db, 8)
  const after = await givenInvoice(PROFILE, before.operator)
  const vats = await Promise.all(
    [before, { get }, after].map(async (each) => (await each.get('')).json().result.vat),
  )
  expect(vats).toEqual([
    null,
    { percent: 10, net: 90_000, amount: 9_000 },
    { percent: 8, net: 91_667, amount: 7_333 },
  ])
  const { body } = await get('?format=html&lang=en')
  const { text } = await readPdf((await get('?format=pdf&lang=en')).rawPayload)
  for (const shown of ['10%', '90,000', '9,000']) {
    expect(body).toContain(shown)
    expect(text).toContain(shown)
  }
  expect((await before.get('?format=html&lang=en')).body).not.toContain('%</th>')
})

test('what a buyer writes stays text on the page', async () => {
  const { get } = await givenInvoice({ company: '<img src=x>', address: { address: '"&' }, taxCode: '' })
  const { body } = await get('?format=html')
  expect(body).toContain('&lt;img src=x&gt;')
  expect(body).not.toContain('<img')
})

test('the PDF is set in every language', async () => {
  const { get } = await givenInvoice()
  for (const language of LANGUAGE_CODES) {
    const pdf = await get(`?format=pdf&lang=${language}`)
    expect(pdf.statusCode, language).toBe(200)
    expect((await readPdf(pdf.rawPayload)).pages, language).toBe(1)
  }
})

test('an invoice has the number of the year that it is in Vietnam', async () => {
  const year = service.clock.now().getUTCFullYear() + 1
  const newYear = new Date(`${year + 1}-01-01T00:00:00+07:00`)
  await givenTrustedTime(service.database(), newYear)
  service.clock.advance(newYear.getTime() - 1 - service.clock.now().getTime())
  const last = await givenInvoice()
  service.clock.advance(1)
  const first = await givenInvoice(PROFILE, last.operator)
  const numbers = [last, first].map(async ({ get }) => (await get('')).json().result.number)
  expect(await Promise.all(numbers)).toEqual([`QC-${year}-000001`, `QC-${year + 1}-000001`])
})
