import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customDomains } from '../features/custom-domains/table'
import { pdfCallsOf, someDetails } from '../features/pdf-codes/testing'
import { aDynamicCode, codesOf } from '../features/user-codes/testing'
import { testApp } from '../testing/app'
import { openPublicListener } from '../testing/public-listener'
import { sendRaw } from '../testing/raw-http'

const product = testApp({
  PUBLIC_PORT: '0',
  APP_URL: 'https://app.test',
  CODE_HOST: 'https://qr.test',
  PDF_HOST: 'https://pdf.test',
  HSTS_MAX_AGE: '86400',
  SECURITY_CONTACT: 'security@scanleaf.example, https://scanleaf.example/security',
})
let listener: Awaited<ReturnType<typeof openPublicListener>>
beforeAll(async () => {
  listener = await openPublicListener(product)
})
afterAll(() => listener.close())

const ask = (host: string, path: string): Promise<string> =>
  sendRaw(listener.port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)

describe('Strict-Transport-Security', () => {
  const HSTS = /^strict-transport-security: max-age=86400\r$/im

  test('is in every kind of answer of our hosts, and in none of a customer’s domain', async () => {
    const mai = await product.signedIn()
    const { dynamicId = '' } = await codesOf(product, mai).save(aDynamicCode())
    await pdfCallsOf(product).create(mai, someDetails({ name: 'menu' }))
    await product.database().db.insert(customDomains).values({
      userId: mai.id,
      kind: 'qrcode',
      domain: 'qr.shop.example',
      enabled: true,
      provenAt: new Date(),
    })
    for (const path of [`/${dynamicId}`, `/${dynamicId}+`, '/', '/nothing-here', '/robots.txt'])
      expect([path, await ask('qr.test', path)]).toEqual([path, expect.stringMatching(HSTS)])
    for (const path of ['/menu', '/menu/file', '/none', '/robots.txt'])
      expect([path, await ask('pdf.test', path)]).toEqual([path, expect.stringMatching(HSTS)])
    for (const url of ['/config', '/nonsense', '/gateway/api/qrcode/user-codes'])
      expect((await product.inject(url)).headers['strict-transport-security']).toBe('max-age=86400')
    const own = await ask('qr.shop.example', `/${dynamicId}`)
    expect(own).toContain(' 302 ')
    expect(own).not.toMatch(HSTS)
  })
})

describe('security.txt', () => {
  const inDays = (days: number): string =>
    new Date(product.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

  test('names the contacts on the hosts of the application and of the codes, valid for half a year', async () => {
    const reply = await product.inject('/.well-known/security.txt')
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(reply.body).toBe(
      [
        'Contact: mailto:security@scanleaf.example',
        'Contact: https://scanleaf.example/security',
        `Expires: ${inDays(180)}T00:00:00Z`,
        'Preferred-Languages: vi, en',
        'Canonical: https://app.test/.well-known/security.txt',
        'Canonical: https://qr.test/.well-known/security.txt',
        '',
      ].join('\n'),
    )
    const ofCodes = await ask('qr.test', '/.well-known/security.txt')
    expect(ofCodes).toContain('Contact: mailto:security@scanleaf.example\n')
    expect(ofCodes.toLowerCase()).toContain('content-type: text/plain; charset=utf-8\r\n')
    expect(await ask('qr.shop.example', '/.well-known/security.txt')).toContain(' 404 ')
  })
})
