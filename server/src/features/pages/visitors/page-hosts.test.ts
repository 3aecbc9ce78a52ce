import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../../testing/app'
import { changeCode, givenDomain, givenPath } from '../../../testing/code'
import { cuttable } from '../../../testing/cuttable-database'
import { openPublicListener } from '../../../testing/public-listener'
import { SOON } from '../../../testing/soon'
import { type VisitorRequest, visitorOf } from '../../../testing/visitor'
import { pageCallsOf } from '../testing/calls'
import { BLOCKS, menuOf, somePageInput } from '../testing/some-pages'

const BASE = 'http://pages.test'
const product = testApp({
  PUBLIC_PORT: '0',
  TRUSTED_PROXIES: '127.0.0.0/8',
  PAGE_HOST: BASE,
  PAGE_HOST_PER_ACCOUNT: 'on',
  // Else no page may link to a name such as pages.test.
  ALLOW_PRIVATE_TARGETS: 'on',
})
const calls = pageCallsOf(product)
const line = cuttable(() => product.database())
let listener: Awaited<ReturnType<typeof openPublicListener>>
let mai: Person
let lan: Person
const { ask } = visitorOf(() => listener.port, 'qr.test')
const open = () => openPublicListener(product, { database: line.database() })

beforeAll(async () => {
  listener = await open()
})
afterAll(() => listener.close())
beforeEach(async () => {
  line.repair()
  ;[mai, lan] = await Promise.all([product.signedIn(), product.signedIn()])
})

const at = (host: string, path: string, { headers, ...more }: VisitorRequest = {}) =>
  ask(path, { ...more, headers: { ...headers, host } })
const titleOf = ({ body }: { body: string }): string => new JSDOM(body).window.document.title

/** A public page, the host of its account, and the path of its code. */
async function published(person: Person, name = 'Cà phê Lá') {
  const page = { ...somePageInput('menu', [menuOf(5), BLOCKS.pay]), name: { vi: name }, isIndexed: true }
  const made = await calls.create(person, { page })
  await calls.publish(person, made)
  const link = new URL(made.code.codeRedirect ?? '').pathname
  await expect.poll(async () => (await ask(link)).status, SOON).toBe(302)
  return { ...made, link, host: new URL(made.pageUrl).host }
}

describe('the host of an account', () => {
  test('has its pages: a code leads there in one step, and so does the host of all pages', async () => {
    const { id, link, host, pageUrl } = await published(mai)
    expect(host).toMatch(/^[0-9a-v]{16}\.pages\.test$/)
    expect((await ask(link)).headers.location).toBe(pageUrl)
    const shown = await at(host, `/${id}`)
    expect([shown.status, titleOf(shown)]).toEqual([200, 'Cà phê Lá'])
    expect(shown.body).toContain(`"url":"${pageUrl}"`)
    const led = await at('pages.test', `/${id}?lng=en`)
    expect([led.status, led.headers.location, led.body]).toEqual([302, `${pageUrl}?lng=en`, ''])
    const second = await published(mai, 'Quán hai')
    expect(second.host).toBe(host)
    expect((await published(lan)).host).not.toBe(host)
  })

  test('has the draft, which the policy of the application lets it show in a frame', async () => {
    const { draftUrl, pageUrl } = await calls.create(mai)
    expect(draftUrl.startsWith(`${pageUrl}?draft=`)).toBe(true)
    const { host, pathname, search } = new URL(draftUrl)
    expect(titleOf(await at(host, pathname + search))).toBe('Cà phê Lá')
    const led = await at('pages.test', pathname + search)
    expect(led.headers.location).toBe(draftUrl)
    const { headers } = await product.inject({ url: '/account/login' })
    expect(headers['content-security-policy']).toContain(`frame-src ${BASE} http://*.pages.test;`)
  })

  test('has it while the database is away, over a restart too, and nobody else’s', async () => {
    const { id, host } = await published(mai)
    const other = await published(lan)
    for (const [name, path] of [
      [host, id],
      [other.host, other.id],
    ] as const)
      expect((await at(name, `/${path}`)).status).toBe(200)
    line.cut()
    await listener.close()
    listener = await open()
    expect(titleOf(await at(host, `/${id}`))).toBe('Cà phê Lá')
    expect((await at(host, `/${other.id}`)).status).toBe(404)
  })

  test('is another one once the code is another account’s', async () => {
    const { id, host, pageUrl } = await published(mai)
    expect((await at(host, `/${id}`)).status).toBe(200)
    await product.database().db.execute(`update user_codes set user_id = '${lan.id}' where id = '${id}'`)
    await expect.poll(async () => (await at(host, `/${id}`)).status, SOON).toBe(404)
    const { location = '' } = (await at('pages.test', `/${id}`)).headers
    expect(location).not.toBe(pageUrl)
    expect((await at(new URL(location).host, `/${id}`)).status).toBe(200)
  })

  test('is an address of the page itself, to which it cannot link', async () => {
    const { id, revision, pageUrl } = await published(mai)
    const page = somePageInput('business', [
      { type: 'links', links: [{ title: { vi: 'Xem' }, address: pageUrl }] },
    ])
    expect((await calls.save(mai, id, revision, page)).json().error.fields).toEqual({
      'page.blocks.0.links.0.address': 'url-loop',
    })
  })
})

describe('a page of somebody else', () => {
  test('is not on the host of an account, nor are its draft and its files', async () => {
    const { host } = await published(mai)
    const { id, draftUrl } = await published(lan, 'Ngân hàng giả')
    for (const query of ['', '?lng=en', '?file=payment.png', new URL(draftUrl).search]) {
      const shown = await at(host, `/${id}${query}`)
      expect([shown.status, shown.headers.location], query).toEqual([404, undefined])
      expect(shown.body).not.toContain('giả')
    }
  })

  test('stays away whatever a visitor says whose page it is', async () => {
    const { host } = await published(mai)
    const { id, host: own } = await published(lan, 'Ngân hàng giả')
    const label = own.slice(0, own.indexOf('.'))
    for (const headers of [
      { 'x-code-page-owner': label },
      { 'X-Code-Page-Owner': '' },
      { 'x-code-page': id, 'x-code-page-owner': label },
      { 'x-forwarded-host': own },
      { forwarded: `host=${own}` },
    ] as Record<string, string>[])
      expect((await at(host, `/${id}`, { headers })).status).toBe(404)
  })

  test('is not shown on a domain either: a code there leads to its own host', async () => {
    const page = await published(lan, 'Ngân hàng giả')
    const own = await published(mai)
    const domain = `go-${mai.username}.example`
    await givenDomain(product.database(), domain, mai.id)
    await givenPath(product.database(), { userId: mai.id, host: domain, path: '/menu', codeId: own.id })
    expect(titleOf(await at(domain, '/menu'))).toBe('Cà phê Lá')
    await changeCode(product.database(), own.id, { target: `${BASE}/${page.id}` })
    await expect
      .poll(async () => (await at(domain, '/menu')).headers.location, SOON)
      .toBe(`${BASE}/${page.id}`)
    expect((await at('pages.test', `/${page.id}`)).headers.location).toBe(page.pageUrl)
  })
})

test('hosts that look like that of an account have nothing', async () => {
  const { id, host } = await published(mai)
  const label = host.slice(0, 16)
  for (const same of [host.toUpperCase(), `${host}.`, `${host}:8443`, `${host}.:80`])
    expect((await at(same, `/${id}`)).status, same).toBe(200)
  for (const other of [
    `${host}.evil.example`,
    `${label}pages.test`,
    `${label}.pages.test.`.repeat(2),
    `${label}..pages.test`,
    `.${host}`,
    `www.${host}`,
    `${label}.${host}`,
    `x${label}.pages.test`,
    `${label.slice(1)}.pages.test`,
    `${label}-pages.test`,
    `${label}.pages.test@evil.example`,
    `${label}%2epages.test`,
    `${'z'.repeat(16)}.pages.test`,
    'xn--pges-5qa.test',
    '*.pages.test',
    'pages.test.evil.example',
  ]) {
    const shown = await at(other, `/${id}`)
    expect([shown.status, shown.headers.location], other).toEqual([421, undefined])
    expect(shown.body, other).not.toContain('Cà phê')
  }
  // It could be that of an account, and is nobody’s.
  const nobodys = await at(`${'0'.repeat(16)}.pages.test`, `/${id}`)
  expect([nobodys.status, nobodys.headers.location]).toEqual([404, undefined])
})

test('the hosts of pages have pages and nothing else: no application, no codes, no cookies', async () => {
  const { id, link, host } = await published(mai)
  const cookie = 'session=stolen; lng=ar; __Host-session=x'
  const shown = await at(host, `/${id}`, { headers: { cookie, authorization: 'Bearer stolen' } })
  const plain = await at(host, `/${id}`)
  expect(shown.body).toBe(plain.body)
  for (const name of [host, 'pages.test'])
    for (const path of [
      ...[link, '/', '/account/login', '/gateway/api/qrcode/pages', '/config', '/p/x', `/page/${id}`],
      ...[`/${id}/`, `//${id}`, `/${id.toUpperCase()}`, `/%2e%2e/${id}`, `/${id}+report`, '/robots.txt'],
    ]) {
      const { status, headers, body } = await at(name, path, { headers: { cookie } })
      const found = [status, headers.location, headers['set-cookie']]
      expect(found, `${name}${path}`).toEqual([421, undefined, undefined])
      expect(body).not.toContain('Cà phê')
    }
  for (const { headers } of [shown, plain, await at('pages.test', `/${id}`)])
    expect(headers['set-cookie']).toBeUndefined()
  // A form of somebody else’s site would bring what its visitor is signed in with.
  const posted = await at(host, `/${id}`, { method: 'POST', headers: { cookie, origin: BASE }, body: 'a=1' })
  expect(posted.status).toBeGreaterThanOrEqual(400)
})
