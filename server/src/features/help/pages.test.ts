import { HELP_SLUGS, LANGUAGES } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app'

const product = testApp()

const get = (url: string, headers: Record<string, string> = {}) => product.inject({ url, headers })

test.each(LANGUAGES.map(({ code, dir }) => [code, dir]))(
  'the help in %s: a first page and the pages of its list, every link of which leads to a page',
  async (code, dir) => {
    const home = await get(`/help?lng=${code}`)
    expect(home.statusCode).toBe(200)
    expect(home.body).toContain(`<html lang="${code}" dir="${dir}">`)
    const seen = new Set(linksOf(home.body))
    for (const slug of HELP_SLUGS) {
      const page = await get(`/help/${slug}?lng=${code}`)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain(`lang="${code}"`)
      expect(page.body).not.toMatch(/\*\*|\]\(|<!--/)
      for (const link of linksOf(page.body)) seen.add(link)
      const anchors = [...page.body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
      for (const id of anchors) expect(page.body).toContain(`id="${id}"`)
    }
    for (const link of [...seen].filter((each) => each.includes(`lng=${code}`)))
      expect(`${(await get(link)).statusCode} ${link}`).toBe(`200 ${link}`)
  },
)

const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="(\/help[^"]*)"/g)].map(([, href]) => (href ?? '').replaceAll('&amp;', '&'))

test('the language of the browser counts where the address names none', async () => {
  const page = await get('/help/payments', { 'accept-language': 'ko-KR,en;q=0.5' })
  expect(page.body).toContain('<html lang="ko"')
  expect(page.headers['vary']).toContain('Accept-Language')
  const wrong = await get('/help/payments?lng=%3Cscript%3E')
  expect(wrong.body).toContain('<html lang="vi"')
})

test('no script runs on a page, and nothing comes from elsewhere', async () => {
  const { headers, body } = await get('/help/payments?lng=en')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(policy).not.toContain('script')
  expect(body).not.toMatch(/<script|style=|javascript:| on\w+=/i)
})

test('what is searched for is shown as text', async () => {
  const question = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`
  const { statusCode, body } = await get(`/help?lng=en&q=${encodeURIComponent(question)}`)
  expect(statusCode).toBe(200)
  expect(body).not.toContain('<script')
  expect(body).not.toContain('<img')
  expect(body).toContain('value="&quot;&gt;&lt;script&gt;')
})

test('a question finds pages, and the section that answers', async () => {
  const { body } = await get(`/help?lng=vi&q=${encodeURIComponent('xoa nham ma')}`)
  expect(body).toContain('href="/help/account-and-safety?lng=vi#section-3"')
  const none = await get('/help?lng=en&q=qwrtzx')
  expect(none.body).toContain('Nothing found')
})

test.each([
  '/help?q=a&q=b',
  '/help?q=%00',
  '/help?q=%ED%A0%80',
  '/help?lng=vi&lng=en',
  `/help?q=${'x'.repeat(3_000)}`,
  '/help?q[]=x',
])('%s is answered', async (url) => {
  expect((await get(url)).statusCode).toBe(200)
})

test.each([
  '/help/nothing',
  '/help/README',
  '/help/first-code.md',
  '/help/..%2f..%2fpackage.json',
  '/help/decisions/..%2f..%2f..%2fpackage',
  '/help/decisions/nothing',
  '/help/decisions/README',
  '/help/operate/README',
  '/help/systemd/scanleaf',
  '/help/vi/first-code',
  '/help/__proto__',
  '/help/constructor',
  '/help/%00',
  `/help/${'x'.repeat(200)}`,
])('%s is a 404 in the language of the visitor', async (url) => {
  const { statusCode, headers, body } = await get(url, { 'accept-language': 'fr' })
  expect(statusCode).toBe(404)
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('lang="fr"')
  expect(body).not.toContain('"version"')
})

test('a slash at the end leads on', async () => {
  const { statusCode, headers } = await get('/help/?lng=ko')
  expect([statusCode, headers['location']]).toEqual([308, '/help?lng=ko'])
})

test('a page that has not changed is not sent again', async () => {
  const first = await get('/help/payments?lng=de')
  const etag = String(first.headers['etag'])
  const again = await get('/help/payments?lng=de', { 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await get('/help/payments?lng=en', { 'if-none-match': etag })).statusCode).toBe(200)
})

test('the documents of those who run the service are served in English, with their links', async () => {
  const monitoring = await get('/help/operate/monitoring?lng=ar')
  expect(monitoring.statusCode).toBe(200)
  expect(monitoring.body).toContain('<article lang="en" dir="ltr">')
  expect(monitoring.body).toContain('<table>')
  expect(linksOf(monitoring.body)).toContain('/help/operate?lng=ar')
  const sections = [...monitoring.body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(sections).toEqual(expect.arrayContaining(['main', 'health-checks', 'prometheus-metrics']))
  for (const id of sections) expect(monitoring.body.split(`id="${id}"`)).toHaveLength(2)
  const security = await get('/help/security?lng=ar')
  const links = linksOf(security.body)
  expect(links).toContain('/help/operate/capacity?lng=ar#load-test-with-failures')
  expect(links).toContain('/help/security-asvs?lng=ar')
  const asvs = await get('/help/security-asvs?lng=ar')
  expect(asvs.statusCode).toBe(200)
  expect(linksOf(asvs.body)).toContain('/help/operate/logs?lng=ar')
})

test.each([
  ['operate', 15],
  ['decisions', 20],
])('every document that /help/%s lists is served', async (folder, least) => {
  const index = await get(`/help/${folder}?lng=en`)
  const links = linksOf(index.body).filter((link) => link.startsWith(`/help/${folder}/`))
  expect(links.length).toBeGreaterThanOrEqual(least)
  for (const link of links) expect(`${(await get(link)).statusCode} ${link}`).toBe(`200 ${link}`)
})

test('the same as data, for screens', async () => {
  const found = await get(`/gateway/api/help?lng=en&q=${encodeURIComponent('scan not counted')}&limit=2`)
  expect(found.statusCode).toBe(200)
  const { result } = found.json()
  expect(result[0]).toMatchObject({
    slug: 'scan-counts',
    section: { title: 'Why was this scan not counted?' },
  })
  expect(result.length).toBeLessThanOrEqual(2)
  const all = (await get('/gateway/api/help?lng=vi')).json().result
  expect(all.map(({ slug }: { slug: string }) => slug)).toEqual(HELP_SLUGS)
})

test.each(['lng=xx', 'limit=0', `limit=${HELP_SLUGS.length + 1}`, 'limit=x', `q=${'x'.repeat(2_001)}`])(
  'GET /gateway/api/help?%s is refused',
  async (query) => {
    const reply = await get(`/gateway/api/help?${query}`)
    expect([reply.statusCode, reply.json().error.code]).toEqual([422, 'ValidationError'])
  },
)
