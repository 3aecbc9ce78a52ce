import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { givenCode, scanCountOf } from '../../../testing/code'
import { SOON } from '../../../testing/soon'
import { customDomains } from '../../custom-domains/table'
import { codeReports, reportedCodes } from '../table'
import { testRedirect } from '../testing'

const { database, drainScans, ask, tokenOf, report } = testRedirect()

describe('the preview of a code', () => {
  test('shows the target, goes nowhere and counts nothing', async () => {
    const target = 'https://example.com/a?b=1&c="d'
    const { id, codeId } = await givenCode(database(), { target })
    const { status, headers, body } = await ask(`/${id}+`)
    expect(status).toBe(200)
    expect(headers.location).toBeUndefined()
    expect(body).toContain('https://example.com/a?b=1&amp;c=&quot;d')
    expect(body).not.toContain('http-equiv')
    await drainScans()
    expect(await scanCountOf(database(), codeId)).toBe(0)
  })

  test('leads to a form, whose report is kept once a visitor, with where the code led', async () => {
    const target = 'https://example.com/?a="b'
    const { id, codeId } = await givenCode(database(), { target })
    const key = id.toLowerCase()
    expect((await ask(`/${id}+`)).body).toContain(`href="/${key}+report"`)
    const form = await ask(`/${id}+report`)
    expect(form.status).toBe(200)
    expect(form.headers['content-security-policy']).toContain("form-action 'self'")
    expect(form.body).not.toContain('<script')
    const sent = await report(`/${id}`, { fields: { reason: 'phishing', note: '<b> bank' } })
    expect(sent.status).toBe(200)
    await report(`/${id}`, { fields: { reason: 'other' } })
    await report(`/${id}`, { fields: { reason: 'malware' }, from: '203.0.114.8' })
    const rows = await database().db.select().from(codeReports).orderBy(asc(codeReports.createdAt))
    expect(rows).toMatchObject([
      { codeId, reason: 'phishing', note: '<b> bank', target },
      { codeId, reason: 'malware', note: '' },
    ])
    await drainScans()
    expect(await scanCountOf(database(), codeId)).toBe(0)
  })

  test.each([
    ['without a reason', { note: 'x' }],
    ['with a reason of its own', { reason: '<script>' }],
    ['that is too long', { reason: 'other', note: 'x'.repeat(9000) }],
  ] as [string, Record<string, string>][])('refuses a report %s', async (_, fields) => {
    const { id } = await givenCode(database())
    expect((await report(`/${id}`, { fields, from: '203.0.113.20' })).status).toBe(422)
    expect(await database().db.$count(codeReports)).toBe(0)
  })

  test('takes ten reports an hour from one address, of any code', async () => {
    const from = '203.0.113.30'
    for (let n = 0; n < 10; n++) {
      const { id } = await givenCode(database())
      expect((await report(`/${id}`, { from })).status).toBe(200)
    }
    const { id } = await givenCode(database())
    expect((await report(`/${id}`, { from })).status).toBe(429)
    expect(await database().db.$count(codeReports)).toBe(10)
  })

  test('of an unknown code is the page of an unknown code, of a paused one that of a paused one', async () => {
    const { id } = await givenCode(database(), { enabled: false })
    expect((await ask('/never-was+')).status).toBe(404)
    expect((await ask(`/${id}+`)).status).toBe(410)
  })
})

describe('a report', () => {
  const FOREIGN: [string, Record<string, string>][] = [
    ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of another site by an old browser', { origin: 'https://evil.example' }],
    ['of a subdomain', { origin: 'http://evil.localhost:3001', 'sec-fetch-site': 'same-site' }],
    ['of another port', { origin: 'http://localhost:3002', 'sec-fetch-site': 'same-site' }],
    ['of another port by an old browser', { origin: 'http://localhost:3002' }],
    ['over another protocol', { origin: 'https://localhost:3001' }],
    ['of a sandbox', { origin: 'null' }],
    ['of no page', { origin: '' }],
    ['that the browser calls foreign', { 'sec-fetch-site': 'cross-site' }],
    ['that was typed', { 'sec-fetch-site': 'none' }],
  ]
  test.each(FOREIGN)('%s is not kept, and leads back to the form', async (_, headers) => {
    const { id } = await givenCode(database())
    const token = await tokenOf(`/${id}`)
    const { status, body } = await report(`/${id}`, { token, headers, from: '198.51.100.1' })
    expect(status).toBe(403)
    expect(body).toContain(`href="/${id.toLowerCase()}+report"`)
    expect(await database().db.$count(codeReports)).toBe(0)
  })

  test('needs a token of its own code, as it was signed', async () => {
    const [{ id }, { id: other }] = [await givenCode(database()), await givenCode(database())]
    const token = await tokenOf(`/${id}`)
    const [time = '', nonce, signature] = token.split('.')
    const later = (Number.parseInt(time, 36) + 1).toString(36)
    const wrong = [
      '',
      'x',
      await tokenOf(`/${other}`),
      `${later}.${nonce}.${signature}`,
      `${time}.AAAAAAAA.${signature}`,
      `${time}.${signature}`,
      `${token}x`,
      `0.${nonce}.${signature}`,
    ]
    for (const each of wrong) {
      const { status } = await report(`/${id}`, { token: each, from: '198.51.100.2' })
      expect(status, each).toBe(403)
    }
    expect(await database().db.$count(codeReports)).toBe(0)
    expect((await report(`/${id}`, { token, from: '198.51.100.2' })).status).toBe(200)
  })

  test('counts once a form, whatever networks send it, at once or one after the other', async () => {
    const { id } = await givenCode(database())
    const token = await tokenOf(`/${id}`)
    const sendFrom = async (from: string, more = {}) =>
      expect((await report(`/${id}`, { from, ...more })).status).toBe(200)
    await Promise.all(['192.0.10.1', '192.0.11.1', '192.0.12.1'].map((from) => sendFrom(from, { token })))
    await sendFrom('192.0.13.1', { token })
    const summary = async () => (await database().db.select().from(reportedCodes))[0]
    expect(await summary()).toMatchObject({ open: 4, networks: 1, warnedAt: null })
    // Each with a form of its own.
    await sendFrom('192.0.14.1')
    await sendFrom('192.0.15.1')
    expect(await summary()).toMatchObject({ open: 6, networks: 3, warnedAt: expect.any(Date) })
  })
})

describe('a domain of a customer', () => {
  const onHost = (host: string) => ({ headers: { host } })

  const proven = (userId: string, domain: string) => ({
    userId,
    kind: 'qrcode' as const,
    domain,
    enabled: true,
    provenAt: new Date(),
  })
  beforeEach(() =>
    database()
      .db.insert(customDomains)
      .values([proven('an', 'qr.an.example'), proven('binh', 'qr.binh.example')]),
  )

  test('serves the codes, previews and reports of its owner, and nobody else’s', async () => {
    const an = await givenCode(database(), { userId: 'an' })
    const binh = await givenCode(database(), { userId: 'binh' })
    for (const host of ['qr.an.example', 'QR.AN.example:443', 'qr.an.example.']) {
      expect((await ask(`/${an.id}`, onHost(host))).status).toBe(302)
      expect((await ask(`/${an.id}+`, onHost(host))).status).toBe(200)
    }
    for (const path of [`/${binh.id}`, `/${binh.id}+`, `/${binh.id}+report`, '/never-was']) {
      const { status, headers } = await ask(path, onHost('qr.an.example'))
      expect(status).toBe(404)
      expect(headers.location).toBeUndefined()
    }
    expect((await ask(`/${binh.id}`, onHost('qr.binh.example'))).status).toBe(302)
    expect((await ask(`/${an.id}`)).status).toBe(302)
  })

  test.each([
    ['https://qr.an.example', 200],
    ['https://qr.binh.example', 403],
    ['http://localhost:3001', 403],
    ['https://qr.an.example:8443', 403],
  ])('takes reports from its own page: %s answers %i', async (origin, status) => {
    const { id } = await givenCode(database(), { userId: 'an' })
    const headers = { host: 'qr.an.example', origin }
    expect((await report(`/${id}`, { headers, from: '198.51.100.3' })).status).toBe(status)
    expect(await database().db.$count(codeReports)).toBe(status === 200 ? 1 : 0)
  })

  test('that is unknown is refused', async () => {
    const { id } = await givenCode(database(), { userId: 'an' })
    for (const host of ['an.example', 'x.qr.an.example', 'qr.an.example.evil.example', "qr'--.example"]) {
      expect((await ask(`/${id}`, onHost(host))).status).toBe(421)
    }
  })

  test('that was taken away is refused at once', async () => {
    const { db } = database()
    const { id } = await givenCode(database(), { userId: 'binh' })
    expect((await ask(`/${id}`, onHost('qr.binh.example'))).status).toBe(302)
    await db.update(customDomains).set({ enabled: false }).where(eq(customDomains.userId, 'binh'))
    await expect.poll(async () => (await ask(`/${id}`, onHost('qr.binh.example'))).status, SOON).toBe(421)
  })
})
