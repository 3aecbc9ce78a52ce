import { mkdtempSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFiles } from '../../../platform/files/file-store'
import { type Person, testApp } from '../../../testing/app'
import { openPublicListener } from '../../../testing/public-listener'
import { pdfCallsOf, pdfWith, someDetails } from '../testing'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

const product = testApp({ PUBLIC_PORT: '0', PDF_HOST: 'http://qr.test/p' })
const { create, patch, get } = pdfCallsOf(product)
const opened: { close(): Promise<void> }[] = []
let port: number
let mai: Person

/** The pages as visitors reach them: through the public listener. */
async function publicListener(pdfHost: string, more: { targetDenyList?: string } = {}): Promise<number> {
  const listener = await openPublicListener(product, { pdfHost, ...more })
  opened.push(listener)
  return listener.port
}

beforeAll(async () => {
  port = await publicListener('http://qr.test/p')
})
afterAll(async () => {
  for (const part of opened.reverse()) await part.close()
})
beforeEach(async () => {
  mai = await product.signedIn()
})

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  bytes: Buffer
  body: string
}

function ask(
  path: string,
  {
    method = 'GET',
    headers = {},
    at = port,
  }: { method?: string; headers?: Record<string, string>; at?: number } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: at,
        path,
        method,
        headers: { 'user-agent': PHONE, host: 'qr.test', ...headers },
      },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        const bytes = Buffer.concat(chunks)
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, bytes, body: bytes.toString() })
      },
    )
    request.once('error', reject)
    request.end()
  })
}

const pathOf = ({ pageUrl }: { pageUrl: string }): string => new URL(pageUrl).pathname

describe('the page', () => {
  test('says whose document it is, in the language of the visitor, without a script', async () => {
    const made = (await create(mai, someDetails({ title: 'Thực đơn <b>"mùa thu"' }))).json().result
    const page = await ask(pathOf(made), { headers: { 'accept-language': 'en' } })
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Language',
    })
    const policy = page.headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script|unsafe|\*/)
    expect(policy).toContain("frame-ancestors 'self' http://app.test")
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.body).toContain('<html lang="en" dir="ltr">')
    expect(page.body).toContain('<h1 dir="auto">Thực đơn &lt;b&gt;&quot;mùa thu&quot;</h1>')
    expect(page.body).toContain('Cà phê Lá')
    expect(page.body).toContain('<a class="button" href="http://la.example/" rel="noopener nofollow ugc">')
    expect(page.body).toContain('Open document')
    expect(page.body).toContain('<meta property="og:title" content="Thực đơn &lt;b&gt;')
    expect(page.body).not.toMatch(/<script|onload|onerror/i)
    expect(page.bytes.length).toBeLessThan(30_000)
  })

  test('has no button for a site that came onto the deny list', async () => {
    const targetDenyList = join(mkdtempSync(join(tmpdir(), 'scanleaf-deny-')), 'denied.txt')
    writeFileSync(targetDenyList, 'evil.example\n')
    const at = await publicListener('http://qr.test/p', { targetDenyList })
    for (const [website, buttons] of [['pay.evil.example', 0] as const, ['la.example', 1] as const]) {
      const made = (await create(mai, someDetails({ website }))).json().result
      const { body } = await ask(pathOf(made), { at })
      expect(body).toContain('Thực đơn mùa thu')
      expect(body.match(/rel="noopener nofollow ugc"/g) ?? []).toHaveLength(buttons)
      expect(body.includes('evil.example')).toBe(false)
    }
  })

  test.each(LANGUAGES)('speaks $code', async ({ code, dir }) => {
    const made = (await create(mai)).json().result
    const page = await ask(`${pathOf(made)}?lng=${code}`)
    expect(page.body).toContain(`<html lang="${code}" dir="${dir}">`)
  })

  test('names nothing as markup, whatever is typed', async () => {
    const payload = '"><script>alert(1)</script><img src=x onerror=alert(2)>\'`'
    const details = someDetails({
      title: payload,
      companyName: payload,
      website: `http://la.example/?a=${encodeURIComponent(payload)}`,
    })
    const made = (await create(mai, details, { bytes: pdfWith('Menu'), name: `${payload}.pdf` })).json()
      .result
    const { body } = await ask(pathOf(made))
    expect(body).not.toMatch(/<script|<img src=x/)
    expect(body).toContain('&lt;script&gt;')
  })

  test('is found in any case, and nowhere else', async () => {
    const made = (await create(mai, someDetails({ name: 'Menu-X' }))).json().result
    for (const path of [
      '/p/mENU-x',
      '/p/Menu-X/',
      '/p/Menu-X.?fbclid=x',
      '/p/Menu-X_%E3%80%82',
      '/p/Menu-X&utm_source=zalo',
      '/p//Menu-X',
      '//p/Menu-X',
      '/%70/%4denu-X',
      'http://qr.test/p/Menu-X',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    const file = await ask('/p/Menu-X/file)')
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await ask(pathOf(made), { headers: { host: 'qr.test.' } })).status).toBe(200)
    for (const path of [
      '/p/',
      '/p/none',
      '/p/Menu-X/x',
      '/p/Menu-X/file/x',
      '/p/../p/Menu-X',
      '/p/Menu-X.pdf/file',
    ]) {
      const answer = await ask(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['x-robots-tag']).toBe('noindex')
    }
    expect((await ask(pathOf(made), { headers: { host: 'evil.test' } })).status).toBe(421)
    expect((await ask(pathOf(made), { method: 'POST' })).status).toBe(405)
    expect((await ask(pathOf(made), { method: 'HEAD' })).bytes).toHaveLength(0)
  })

  test('is paused with its code or in the trash, and gone with it', async () => {
    const made = (await create(mai)).json().result
    const url = `/gateway/api/qrcode/user-codes/${made._id}`
    await product.as(mai).inject({ method: 'PATCH', url, payload: { enabled: false } })
    for (const path of [pathOf(made), `${pathOf(made)}/file`]) expect((await ask(path)).status).toBe(410)
    await product.as(mai).inject({ method: 'PATCH', url, payload: { enabled: true } })
    expect((await ask(pathOf(made))).status).toBe(200)
    await product.as(mai).inject({ method: 'DELETE', url })
    for (const path of [pathOf(made), `${pathOf(made)}/file`]) expect((await ask(path)).status).toBe(410)
    const trash = '/gateway/api/qrcode/user-codes/trash'
    await product.as(mai).inject({ method: 'DELETE', url: trash, payload: { purged: made._id } })
    for (const path of [pathOf(made), `${pathOf(made)}/file`]) expect((await ask(path)).status).toBe(404)
  })

  test('shows a change at once', async () => {
    const made = (await create(mai)).json().result
    await patch(mai, made._id, { title: 'Một tên mới', website: 'https://other.example' })
    const { body } = await ask(pathOf(made))
    expect(body).toContain('Một tên mới')
    expect(body).toContain('https://other.example/')
  })

  test('has a host of its own when it is given one', async () => {
    const made = (await create(mai)).json().result
    const at = await publicListener('http://pdf.test')
    const page = await ask(`/${made.name}`, { at, headers: { host: 'pdf.test' } })
    expect(page.status).toBe(200)
    expect(page.body).toContain(`http://pdf.test/${made.name}/file`)
    expect((await ask(`/${made.name}/file`, { at, headers: { host: 'pdf.test' } })).status).toBe(200)
    expect((await ask('/robots.txt', { at, headers: { host: 'pdf.test' } })).body).toContain('User-agent')
    expect((await ask('/favicon.ico', { at, headers: { host: 'pdf.test' } })).headers['content-type']).toBe(
      'image/svg+xml',
    )
    expect((await ask(`/${made.name}`, { at })).status).toBe(404)
  })

  test('its picture is kept by browsers for good', async () => {
    const made = (await create(mai)).json().result
    const preview = async () => (await get(mai, `/${made._id}`)).json().result.previewUrl as string | null
    await expect.poll(preview, { timeout: 120_000 }).not.toBeNull()
    const { pathname, search } = new URL((await preview()) ?? '')
    const picture = await ask(pathname + search)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(picture.bytes.subarray(8, 12).toString()).toBe('WEBP')
    expect((await ask(pathOf(made))).body).toContain(
      `<img src="http://qr.test${pathname}${search}" width="720" height="1019"`,
    )
  }, 150_000)
})

describe('the file', () => {
  const bytes = pdfWith('Menu', { padding: 200_000 })

  async function aPdf(fileName = 'menu.pdf') {
    const made = (await create(mai, someDetails(), { bytes, name: fileName })).json().result
    return { made, path: `${pathOf(made)}/file` }
  }

  test('is the PDF byte for byte, shown and never run', async () => {
    const { path } = await aPdf('Thực đơn.pdf')
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    expect(answer.bytes.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-disposition': `inline; filename="th_c_n.pdf"; filename*=UTF-8''Th%E1%BB%B1c%20%C4%91%C6%A1n.pdf`,
      'content-security-policy': "frame-ancestors 'self' http://app.test",
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await ask(`${path}?download=1`)).headers['content-disposition']).toMatch(
      /^attachment; filename="th_c_n\.pdf"/,
    )
  })

  test('is read in parts', async () => {
    const { path } = await aPdf()
    const part = async (range: string, headers = {}) => ask(path, { headers: { range, ...headers } })
    const { headers, bytes: got, status } = await part('bytes=1000-1999')
    expect([status, headers['content-range'], headers['content-length']]).toEqual([
      206,
      `bytes 1000-1999/${bytes.length}`,
      '1000',
    ])
    expect(got.equals(bytes.subarray(1000, 2000))).toBe(true)
    expect((await part('bytes=-10')).bytes.equals(bytes.subarray(-10))).toBe(true)
    expect((await part(`bytes=${bytes.length - 1}-`)).bytes.equals(bytes.subarray(-1))).toBe(true)
    const behind = await part(`bytes=${bytes.length}-`)
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    expect((await part('bytes=0-1,5-6')).bytes.equals(bytes)).toBe(true)
    expect((await part('bytes=0-9', { 'if-range': '"other"' })).status).toBe(200)
    expect((await part('bytes=0-9', { 'if-range': headers.etag ?? '' })).status).toBe(206)
    const head = await ask(path, { method: 'HEAD' })
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(bytes.length),
    ])
  })

  test('is known again by its tag, until another is in its place', async () => {
    const { made, path } = await aPdf()
    const { etag = '' } = (await ask(path)).headers
    const known = (tag: string) => ask(path, { headers: { 'if-none-match': tag } })
    expect((await known(etag)).status).toBe(304)
    expect((await known(`W/"x", ${etag}`)).status).toBe(304)
    expect((await known('"x"')).status).toBe(200)
    await pdfCallsOf(product).replace(mai, made._id, { bytes: pdfWith('Other') })
    const replaced = await known(etag)
    expect(replaced.status).toBe(200)
    expect(replaced.bytes.equals(pdfWith('Other'))).toBe(true)
  })

  test('that has gone from the store is a page that says so', async () => {
    const { path } = await aPdf()
    const files = await openFiles(product.config())
    for await (const { key } of files.list('pdf')) await files.remove(key)
    expect((await ask(path)).status).toBe(404)
  })

  test('counts who opens and who saves it, once for a reading in parts, and no programs', async () => {
    const { made, path } = await aPdf()
    await Promise.all(Array.from({ length: 40 }, () => ask(path)))
    await ask(path, { headers: { range: 'bytes=0-1023' } })
    await ask(path, { headers: { range: 'bytes=1024-2047' } })
    await ask(path, { method: 'HEAD' })
    await ask(path, { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } })
    await ask(path, { headers: { 'sec-purpose': 'prefetch' } })
    await ask(path, { headers: { 'x-purpose': 'preview' } })
    await ask(path, { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } })
    await Promise.all(Array.from({ length: 7 }, () => ask(`${path}?download=1`)))
    await ask(pathOf(made))
    expect((await get(mai, `/${made._id}`)).json().result).toMatchObject({
      opens: 41,
      downloads: 7,
      scanCounter: 0,
    })
    expect((await get(mai, '')).json().result[0]).toMatchObject({ opens: 41, downloads: 7 })
  })

  const NAMES: [string, string, string][] = [
    ['menu.pdf', 'menu.pdf', 'menu.pdf'],
    ['a b.pdf', 'a_b.pdf', 'a%20b.pdf'],
    ['a"b.pdf', 'a_b.pdf', 'a_b.pdf'],
    ["it's (1)*.pdf", 'it_s_1_.pdf', 'it%27s%20%281%29%2A.pdf'],
    ['100%.pdf', '100_.pdf', '100%25.pdf'],
    ['菜单.pdf', 'scanleaf_file.pdf', '%E8%8F%9C%E5%8D%95.pdf'],
    ['قائمة.pdf', 'scanleaf_file.pdf', '%D9%82%D8%A7%D8%A6%D9%85%D8%A9.pdf'],
    ['😀.pdf', 'scanleaf_file.pdf', '%F0%9F%98%80.pdf'],
    ['a;b=c.pdf', 'a_b_c.pdf', 'a%3Bb%3Dc.pdf'],
    ['../../etc/passwd', 'passwd.pdf', 'passwd'],
    ['x\u202Efdp.exe', 'xfdp.exe.pdf', 'xfdp.exe'],
  ]
  test.each(NAMES)('called %j is named %j and %j', async (name, plain, encoded) => {
    const { made, path } = await aPdf()
    await product.database().db.execute(sql`delete from pdf_versions where replaced_at is not null`)
    await pdfCallsOf(product).replace(mai, made._id, { bytes: pdfWith('Named') }, { fileName: name })
    const { headers } = await ask(path, { method: 'HEAD' })
    expect(headers['content-disposition']).toBe(`inline; filename="${plain}"; filename*=UTF-8''${encoded}`)
  })
})
