import type { PdfCode } from '@scanleaf/shared'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { cuttable } from '../../../testing/cuttable-database'
import { openPublicListener } from '../../../testing/public-listener'
import { SOON } from '../../../testing/soon'
import { visitorOf } from '../../../testing/visitor'
import { pdfCallsOf, someDetails } from '../../pdf-codes/testing'
import { pageCallsOf } from '../testing/calls'
import { BLOCKS, somePageInput } from '../testing/some-pages'

const product = testApp({ PUBLIC_PORT: '0' })
const calls = pageCallsOf(product)
const pdfs = pdfCallsOf(product)
const line = cuttable(() => product.database())
let listener: Awaited<ReturnType<typeof openPublicListener>>
let mai: Person
const { ask } = visitorOf(() => listener.port, 'qr.test')
const open = () => openPublicListener(product, { database: line.database() })

beforeAll(async () => {
  listener = await open()
})
afterAll(() => listener.close())
beforeEach(async () => {
  line.repair()
  mai = await product.signedIn()
})

const givenPdf = async (person: Person, title: string): Promise<PdfCode> =>
  (await pdfs.create(person, someDetails({ title }))).json().result
const pageOf = (...codes: string[]) =>
  somePageInput('business', [...codes.map((code) => ({ type: 'pdf', code })), BLOCKS.call])
const codeCall = (id: string, method: 'PATCH' | 'DELETE' | 'POST', path = '', payload?: object) =>
  product.as(mai).inject({
    ...{ method, url: `/gateway/api/qrcode/user-codes/${id}${path}` },
    ...(payload && { payload }),
  })

async function published(page: object) {
  const made = await calls.create(mai, { page })
  await calls.publish(mai, made)
  const { pathname } = new URL(made.code.codeRedirect ?? '')
  const shown = async () => [
    ...new JSDOM((await ask(`${pathname}?lng=en`)).body).window.document.querySelectorAll('main a'),
  ]
  const titles = async () => (await shown()).flatMap((each) => each.querySelector('bdi')?.textContent ?? [])
  return { ...made, pathname, shown, titles }
}
const isHidden = async (id: string) => (await calls.call(mai, 'GET', `/${id}`)).json().result.hiddenPdfs

test('a page leads to a PDF of its owner with title and size, and to the latest of both', async () => {
  const pdf = await givenPdf(mai, 'Thực đơn <b>hè</b>')
  const { shown, hiddenPdfs } = await published(pageOf(pdf.id))
  const [link] = await shown()
  expect([link?.getAttribute('href'), hiddenPdfs]).toEqual([pdf.pageUrl, []])
  expect(link?.textContent).toMatch(/^Thực đơn <b>hè<\/b>PDF · \d.*B$/)
  await pdfs.patch(mai, pdf.id, { title: 'Thực đơn đông' })
  await expect.poll(async () => (await shown())[0]?.textContent, SOON).toContain('Thực đơn đông')
  // The page of the PDF leads back to no code.
  expect((await ask(new URL(pdf.pageUrl).pathname)).status).toBe(200)
})

test('it is hidden while its code is paused, taken down or in the trash, and the owner is told', async () => {
  const [pdf, other] = [await givenPdf(mai, 'Thực đơn'), await givenPdf(mai, 'Bảng giá')]
  const { id, titles, shown } = await published(pageOf(pdf.id, other.id))
  const hides = async (isSo: boolean) => {
    await expect
      .poll(async () => (await shown()).map((each) => each.getAttribute('href')), SOON)
      .toEqual([...(isSo ? [] : [pdf.pageUrl]), other.pageUrl, 'tel:02363000000'])
    expect(await isHidden(id)).toEqual(isSo ? [pdf.id] : [])
  }
  await hides(false)
  await codeCall(pdf.id, 'PATCH', '', { enabled: false })
  await hides(true)
  await codeCall(pdf.id, 'PATCH', '', { enabled: true })
  await hides(false)
  const { db } = product.database()
  await db.execute(`insert into code_takedowns (key, code_id, user_id, reason, note, by, at)
    values ('${pdf.dynamicId.toLowerCase()}', '${pdf.id}', '${mai.id}', 'phishing', '', 'op', now())`)
  await hides(true)
  await db.execute(`update code_takedowns set lifted_at = now() where code_id = '${pdf.id}'`)
  await hides(false)
  expect((await codeCall(pdf.id, 'DELETE')).statusCode).toBeLessThan(300)
  await hides(true)
  expect(await titles()).toContain('Bảng giá')
  // What the page showed before stays in its draft, which can still be changed and published.
  const saved = await calls.save(mai, id, 1, { ...pageOf(pdf.id, other.id), name: { vi: 'Lá' } })
  expect([saved.statusCode, saved.json().result.hiddenPdfs]).toEqual([200, [pdf.id]])
  expect((await calls.publishRaw(mai, id, 2)).statusCode).toBe(200)
})

test('somebody else’s PDF cannot be shown, is as unknown as one that is not there, and never leaves its owner', async () => {
  const lan = await product.signedIn()
  const hers = await givenPdf(lan, 'Hợp đồng của Lan')
  const page = await published(pageOf())
  for (const code of [hers.id, crypto.randomUUID(), page.id])
    for (const answer of [
      await calls.call(mai, 'POST', '', { page: pageOf(code) }),
      await calls.save(mai, page.id, 1, pageOf(code)),
    ])
      expect([answer.statusCode, answer.json().error.fields]).toEqual([
        422,
        { 'page.blocks.0.code': 'invalid-value' },
      ])
  for (const code of ['', 'x', `${hers.id}' or true --`, 7, null])
    expect((await calls.save(mai, page.id, 1, pageOf(code as string))).statusCode).toBe(422)
  // A page that has it all the same, as after a move, shows it neither to visitors nor in its preview.
  await product.database().db.execute(`update code_pages set draft =
    jsonb_set(draft, '{blocks,0}', '{"type":"pdf","code":"${hers.id}"}') where id = '${page.id}'`)
  await calls.publish(mai, page)
  const { pathname, search } = new URL(page.draftUrl)
  expect(await isHidden(page.id)).toEqual([hers.id])
  for (const path of [page.pathname, pathname + search])
    expect((await ask(path)).body).not.toMatch(/Hợp đồng|PDF/)
})

test('it outlives the database over a restart', async () => {
  const { titles } = await published(pageOf((await givenPdf(mai, 'Thực đơn Tết')).id))
  expect(await titles()).toContain('Thực đơn Tết')
  line.cut()
  await listener.close()
  listener = await open()
  expect(await titles()).toContain('Thực đơn Tết')
})
