import { writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { readVietQr } from '@scanleaf/qr'
import { PAGE_KINDS, type StoredLinkRules, type StoredOutcome } from '@scanleaf/shared'
import { JSDOM } from 'jsdom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../../platform/logging'
import { type Person, testApp } from '../../../testing/app'
import { changeCode, givenCode, givenDomain, givenPath, scanCountOf } from '../../../testing/code'
import { cuttable } from '../../../testing/cuttable-database'
import { openPublicListener } from '../../../testing/public-listener'
import { SOON } from '../../../testing/soon'
import { visitorOf } from '../../../testing/visitor'
import { textsOf } from '../../generator/testing'
import { startJournalImporter } from '../../scans'
import { pageCallsOf } from '../testing/calls'
import { BLOCKS, menuOf, somePageInput } from '../testing/some-pages'

const product = testApp({ PUBLIC_PORT: '0', TRUSTED_PROXIES: '127.0.0.0/8', REPORTS_BEFORE_WARNING: '2' })
const calls = pageCallsOf(product)
const line = cuttable(() => product.database())
const denied = () => join(product.config().dataDir, 'denied.txt')
let listener: Awaited<ReturnType<typeof openPublicListener>>
let importer: Awaited<ReturnType<typeof startJournalImporter>>
let mai: Person
const { ask, report } = visitorOf(() => listener.port, 'qr.test')

const open = (more: { pageHost?: string } = {}) =>
  openPublicListener(product, { database: line.database(), targetDenyList: denied(), ...more })

beforeAll(async () => {
  writeFileSync(denied(), '')
  listener = await open()
  importer = await startJournalImporter({
    config: product.config(),
    database: product.database(),
    log: createLog('silent'),
  })
})
afterAll(async () => {
  await listener.close()
  await importer.close()
})
beforeEach(async () => {
  line.repair()
  mai = await product.signedIn()
})

afterEach(() => vi.restoreAllMocks())

const bytesOf = (
  path: string,
  headers: Record<string, string> = {},
): Promise<{ headers: IncomingMessage['headers']; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: listener.port, path, headers: { host: 'qr.test', ...headers } }
    get(options, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      resolve({ headers: response.headers, bytes: Buffer.concat(chunks) })
    }).once('error', reject)
  })
const pathOf = (address: string): string => new URL(address).pathname
const titleOf = ({ body }: { body: string }): string => new JSDOM(body).window.document.title

async function published(page = somePageInput('menu', [menuOf(5), BLOCKS.hours])) {
  const made = await calls.create(mai, { page })
  await calls.publish(mai, made)
  const link = pathOf(made.code.codeRedirect ?? '')
  await expect.poll(async () => (await ask(link, { method: 'HEAD' })).status, SOON).toBe(200)
  return { ...made, link }
}

describe('a published page', () => {
  test('is what a code with rules shows where they choose nothing else, and each is counted', async () => {
    const { id, link } = await published()
    const ruled = (outcome: StoredOutcome): StoredLinkRules => ({
      ...{ revision: 1, zone: 'UTC', retired: [], nextId: 2, nextNumber: 2 },
      rules: [{ id: 1, name: '', on: true, when: { languages: ['vi'] }, outcome }],
    })
    const asked = (language: string) => ask(link, { headers: { 'accept-language': language } })
    const url = 'https://elsewhere.example/'
    await changeCode(product.database(), id, { rules: ruled({ to: { n: 1, url } }) })
    await expect.poll(async () => (await asked('vi')).headers.location, SOON).toBe(url)
    expect(titleOf(await asked('en'))).toBe('Cà phê Lá')
    await changeCode(product.database(), id, { rules: ruled({ end: { n: 1, text: 'Nghỉ Tết' } }) })
    await expect.poll(async () => (await asked('vi')).status, SOON).toBe(410)
    await importer.drain()
    const before = await scanCountOf(product.database(), id)
    expect((await asked('vi')).body).toContain('Nghỉ Tết')
    expect(titleOf(await asked('en'))).toBe('Cà phê Lá')
    await importer.drain()
    expect(await scanCountOf(product.database(), id)).toBe(before + 2)
  })

  test('is at the address of its code, on the code host, an own domain and a path that moved in', async () => {
    const { id, link } = await published()
    const host = `go-${mai.username}.example`
    await givenDomain(product.database(), host, mai.id)
    await givenPath(product.database(), { userId: mai.id, host, path: '/menu', codeId: id })
    for (const [path, at] of [
      [link, 'qr.test'],
      [link, host],
      ['/menu', host],
      [`/page/${id}`, 'qr.test'],
    ] as const) {
      const shown = await ask(path, { headers: { host: at } })
      expect([shown.status, titleOf(shown), shown.headers.location]).toEqual([200, 'Cà phê Lá', undefined])
      expect(shown.headers).toMatchObject({
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      expect(shown.headers['content-security-policy']).toContain("default-src 'none'")
      expect(shown.headers['set-cookie']).toBeUndefined()
    }
    // Somebody else's domain serves nothing of this owner.
    await givenDomain(product.database(), `other-${host}`, 'somebody')
    expect((await ask(link, { headers: { host: `other-${host}` } })).status).toBe(404)
    expect((await ask(`/page/${id}`, { headers: { host } })).status).toBe(404)
  })

  test('has a host of its own where the operator gives it one, to which our own host leads', async () => {
    const { id, link } = await published()
    const own = await open({ pageHost: 'http://pages.test' })
    const there = visitorOf(() => own.port, 'qr.test')
    await changeCode(product.database(), id, { target: `http://pages.test/${id}` })
    await expect
      .poll(async () => (await there.ask(link)).headers.location, SOON)
      .toBe(`http://pages.test/${id}`)
    const led = await there.ask(link)
    expect([led.status, led.headers.location]).toEqual([302, `http://pages.test/${id}`])
    const page = await there.ask(`/${id}`, { headers: { host: 'pages.test' } })
    expect([page.status, titleOf(page)]).toEqual([200, 'Cà phê Lá'])
    await own.close()
  })

  test('counts its scans, and neither its files nor its other languages', async () => {
    const { id, link } = await published(somePageInput('contact', [BLOCKS.contact]))
    await importer.drain()
    expect(await scanCountOf(product.database(), id)).toBe(0)
    await ask(link)
    await ask(`${link}?lng=en`)
    await ask(`${link}?file=contact.vcf`)
    await ask(`/page/${id}`)
    await importer.drain()
    expect(await scanCountOf(product.database(), id)).toBe(1)
  })

  test('is in the language of the visitor, packed as the browser takes it, and not sent twice', async () => {
    const { link } = await published()
    const english = await ask(link, { headers: { 'accept-language': 'en' } })
    expect(english.body).toContain('<html lang="en"')
    expect((await ask(`${link}?lng=ar`)).body).toContain('dir="rtl"')
    const packed = await bytesOf(link, { 'accept-language': 'en', 'accept-encoding': 'gzip, br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(english.body)
    const zipped = await bytesOf(link, { 'accept-language': 'en', 'accept-encoding': 'gzip, br;q=0' })
    expect(gunzipSync(zipped.bytes).toString()).toBe(english.body)
    const { etag } = english.headers
    const again = await ask(link, { headers: { 'accept-language': 'en', 'if-none-match': String(etag) } })
    expect([again.status, again.body]).toEqual([304, ''])
  })

  test('offers a contact, an event and a payment as files', async () => {
    const { id, link } = await published(
      somePageInput('business', [BLOCKS.contact, BLOCKS.event, BLOCKS.pay]),
    )
    const card = await ask(`${link}?file=contact.vcf`)
    expect(card.headers['content-type']).toBe('text/vcard; charset=utf-8')
    expect(card.headers['content-disposition']).toContain('attachment')
    expect(card.body).toMatch(/^BEGIN:VCARD[\s\S]*FN[;:][\s\S]*END:VCARD/)
    const event = await ask(`${link}?file=event.ics`)
    expect(event.body).toContain(`UID:${id}@qr.test`)
    const { headers, bytes } = await bytesOf(`${link}?file=payment.png`)
    expect(headers['content-type']).toBe('image/png')
    const [text] = await textsOf(bytes)
    expect(readVietQr(text ?? '')).toMatchObject({ bin: '970416', number: '123456789', amount: '85000' })
    expect((await ask(`${link}?file=other`)).status).toBe(404)
    expect((await ask(`${link}?file=../../etc/passwd`)).status).toBe(404)
  })
})

describe('a page that is not shown', () => {
  test('before it is published, and its draft only by its key', async () => {
    const { id, code, draftUrl } = await calls.create(mai)
    const link = pathOf(code.codeRedirect ?? '')
    const shown = await ask(link, { headers: { 'accept-language': 'en' } })
    expect([shown.status, titleOf(shown)]).toEqual([404, 'This page is not published yet'])
    const { pathname, search } = new URL(draftUrl)
    const draft = await ask(pathname + search)
    expect([draft.status, titleOf(draft), draft.headers['cache-control']]).toEqual([
      200,
      'Cà phê Lá',
      'no-store',
    ])
    // In the sandbox of the editor its script would only be refused; blocks have names to scroll to.
    expect(draft.body).not.toContain('<script')
    expect(draft.body).toContain('id="b1"')
    for (const key of ['', 'x', id, "'"])
      expect((await ask(`${pathname}?draft=${encodeURIComponent(key)}`)).status).toBe(404)
  })

  test('while it is paused, in the trash or taken down, by each of its addresses', async () => {
    const { id, link } = await published()
    const patch = (payload: object) =>
      product.as(mai).inject({ method: 'PATCH', url: `/gateway/api/qrcode/user-codes/${id}`, payload })
    for (const enabled of [false, true]) {
      await patch({ enabled })
      const status = enabled ? 200 : 410
      for (const path of [link, `/page/${id}`])
        await expect.poll(async () => (await ask(path)).status, SOON).toBe(status)
    }
    await product
      .database()
      .db.execute(`insert into code_takedowns (key, code_id, user_id, reason, note, by, at)
      values ('${link.slice(1).toLowerCase()}', '${id}', '${mai.id}', 'phishing', '', 'op', now())`)
    for (const path of [link, `/page/${id}`, `${link}?file=payment.png`])
      await expect.poll(async () => (await ask(path)).status, SOON).toBe(410)
    expect((await calls.publishRaw(mai, id, 1)).json()).toMatchObject({ error: { code: 'CodeTakenDown' } })
  })

  test.each(['/page/', '/page/x', '/page/00000000-0000-4000-8000-000000000000', '/page/%2e%2e/x'])(
    '%s is nothing',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )

  test('whatever a visitor says that it is for', async () => {
    const { id } = await published()
    const smuggled = await ask('/p/none', { headers: { 'x-code-page': id } })
    expect(smuggled.body).not.toContain('Cà phê')
  })

  test('a link that was denied after it was published is text', async () => {
    const { link } = await published(
      somePageInput('business', [
        { type: 'links', links: [{ title: { vi: 'Đặt hàng' }, address: 'https://bad.example/x' }] },
      ]),
    )
    expect((await ask(link)).body).toContain('href="https://bad.example/x"')
    writeFileSync(denied(), 'bad.example\n')
    process.emit('SIGHUP')
    await expect.poll(async () => (await ask(link)).body.includes('bad.example'), SOON).toBe(false)
    expect((await ask(link)).body).toContain('Đặt hàng')
    writeFileSync(denied(), '')
    process.emit('SIGHUP')
  })
})

test('pages outlive the database, in memory and over a restart', async () => {
  const { link } = await published()
  const unseen = await calls.create(mai)
  line.cut()
  expect([(await ask(link)).status, titleOf(await ask(link))]).toEqual([200, 'Cà phê Lá'])
  await listener.close()
  listener = await open()
  const shown = await ask(link)
  expect([shown.status, titleOf(shown)]).toEqual([200, 'Cà phê Lá'])
  expect((await ask(`/page/${unseen.id}`)).status).toBe(503)
  line.repair()
  await expect.poll(async () => (await ask(`/page/${unseen.id}`)).status, SOON).toBe(404)
})

test('a page is shown through 15 minutes without the database, to a restarted program too', async () => {
  const { link } = await published(somePageInput('menu', [menuOf(5)]))
  expect((await ask(link)).status).toBe(200)
  line.cut()
  const clocks = [performance.now.bind(performance), Date.now.bind(Date)] as const
  for (const minutes of [1, 5, 15]) {
    const ahead = minutes * 60_000
    vi.spyOn(performance, 'now').mockImplementation(() => clocks[0]() + ahead)
    vi.spyOn(Date, 'now').mockImplementation(() => clocks[1]() + ahead)
    const shown = await ask(link)
    expect([shown.status, titleOf(shown)], `${minutes} minutes`).toEqual([200, 'Cà phê Lá'])
  }
  await listener.close()
  listener = await open()
  expect(titleOf(await ask(link))).toBe('Cà phê Lá')
})

describe('a report', () => {
  test.each(PAGE_KINDS)('can be made on a page of %s', async (kind) => {
    const { link } = await published(somePageInput(kind, [menuOf(5)]))
    const shown = await ask(`${link}?lng=en`)
    const links = [...new JSDOM(shown.body).window.document.querySelectorAll('a')]
    const found = links.find(({ textContent }) => textContent?.includes('Report this page'))
    const form = await ask(pathOf(found?.getAttribute('href') ?? ''))
    expect([form.status, form.body.includes('name="token"')]).toEqual([200, true])
  })

  test('puts a warning before the page once as many visitors as the operator says agree', async () => {
    const { link } = await published()
    for (const from of ['203.0.112.21', '203.0.113.22'])
      expect((await report(link, { from })).status).toBe(200)
    await expect.poll(async () => titleOf(await ask(link)) === 'Cà phê Lá', SOON).toBe(false)
    expect((await ask(link)).body).toContain('+go')
    expect((await ask(`${link}?file=payment.png`)).headers['content-type']).toContain('text/html')
  })

  test('puts it before every other address of the page, too, and only a form leads past it', async () => {
    const { id, link } = await published()
    const other = await givenCode(product.database(), { target: `${product.config().pageHost}/${id}` })
    const title = async (path: string, method = 'GET') => titleOf(await ask(path, { method }))
    for (const path of [`/page/${id}`, `/${other.id}`])
      await expect.poll(() => title(path), SOON).toBe('Cà phê Lá')
    expect((await ask(`/page/${id}`, { method: 'POST' })).status).toBe(405)
    for (const from of ['203.0.112.31', '203.0.113.32']) await report(link, { from })
    for (const path of [`/page/${id}`, `/page/${id}?lng=en`, `/${other.id}`]) {
      await expect.poll(() => title(path), SOON).not.toBe('Cà phê Lá')
      const { status, headers, body } = await ask(path)
      const { document } = new JSDOM(body).window
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      expect(document.querySelector('a')?.getAttribute('href')).toContain(`${link}+report`)
      const form = document.querySelector('form')
      expect(form?.getAttribute('method')).toBe('post')
      expect(pathOf(form?.getAttribute('action') ?? '')).toBe(`/page/${id}`)
    }
    expect(await title(`/page/${id}`, 'POST')).toBe('Cà phê Lá')
    // From the warning of the code itself there is no second one.
    const { status, headers } = await ask(`${link}+go`, { method: 'POST' })
    expect([status, pathOf(headers.location ?? '')]).toEqual([307, `/page/${id}`])
  })
})

test('a price and what is sold out are live within a second', async () => {
  const { id, link } = await published()
  expect((await ask(link)).body).not.toContain('99.000')
  await calls.items(mai, id, [{ id: 'i0', price: '99000', isSoldOut: true }])
  await expect.poll(async () => (await ask(link)).body.includes('99.000'), { timeout: 1_000 }).toBe(true)
})
