import { domainToASCII } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { givenTrustedTime } from '../../testing/clock'
import { testDns } from '../../testing/services/dns'
import { domainReader } from './dns-records'
import { checkDomains } from './domain-checks'

const ADDRESS = '203.0.113.80'
const PROXIES = '172.29.250.0/24'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const dns = testDns()
const product = testApp({
  DOMAIN_ADDRESS: ADDRESS,
  TRUSTED_PROXIES: PROXIES,
  PAGE_HOST: 'http://pages.test',
  get DNS_SERVERS() {
    return dns.address()
  },
})

const call = async (person: Person, method: 'GET' | 'PATCH', path: string, payload?: object, lng = 'en') => {
  const url = `/gateway/api/qrcode/${path}${path.includes('?') ? '&' : '?'}lng=${lng}`
  const reply = await product.as(person).inject({ method, url, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const settingsOf = async (person: Person) => (await call(person, 'GET', 'settings')).body.result
const save = (person: Person, payload: object) => call(person, 'PATCH', 'settings', payload)
const verify = (person: Person, payload: object, lng?: string) =>
  call(person, 'PATCH', 'settings/verify-domain', payload, lng)

const domain = 'qr.an.example.com'
const proofOf = ({ id }: Person) => `qr-${id}`
const right = (person: Person) => ({ a: [ADDRESS], txt: ['v=spf1 -all', proofOf(person)] })

async function withProven(): Promise<Person> {
  const an = await product.signedIn()
  dns.says(domain, right(an))
  await save(an, { qrcodeDomain: domain })
  expect((await verify(an, { qrcodeDomain: domain })).status).toBe(200)
  return an
}

const certificateFor = async (name: string, headers = {}) =>
  (await product.inject({ url: `/domains/ask?domain=${name}`, headers })).statusCode

test('a new account has the host of the product, and is told what its DNS has to say', async () => {
  const an = await product.signedIn()
  expect(await settingsOf(an)).toEqual({
    qrcodeDomain: '',
    qrcodeDomainEnabled: false,
    qrcodeDomainVerified: false,
    qrcodeDomainTrouble: null,
    ninecardDomain: '',
    ninecardDomainEnabled: false,
    ninecardDomainVerified: false,
    ninecardDomainTrouble: null,
    guidance: { address: ADDRESS, qrcodeProof: `qr-${an.id}`, ninecardProof: `vc-${an.id}` },
  })
})

test('a domain is kept as DNS writes it, whatever was typed, and given up when it is empty', async () => {
  const an = await product.signedIn()
  const { body } = await save(an, { qrcodeDomain: '\u200b "http://https//Phở.Example.com/" ' })
  const qrcodeDomain = domainToASCII('phở.example.com')
  expect(body.result).toMatchObject({ qrcodeDomain, qrcodeDomainEnabled: true, qrcodeDomainVerified: false })
  await save(an, { qrcodeDomain: '' })
  expect((await settingsOf(an)).qrcodeDomain).toBe('')
})

describe('what is no domain of somebody else is refused, and nothing is stored', () => {
  test.each([
    '*.shop.example.com',
    'app.test',
    'x.app.test',
    'pages.test',
    '0123456789abcdef.pages.test',
    'qr.test',
    'localhost',
    'shop',
    '203.0.113.5',
    '[::1]',
    'shop.example.com:8080',
    'shop.example.com/path',
    'me@shop.example.com',
    'com',
    'co.uk',
    'github.io',
    'shop..example.com',
    '-shop.example.com.',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(126)}example.com`,
    'shop.example.com\r\nx: y',
    'shop.example.1',
  ])('%j', async (name) => {
    const an = await product.signedIn()
    const { status, body } = await save(an, { qrcodeDomain: name })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['qrcodeDomain'])
    expect((await settingsOf(an)).qrcodeDomain).toBe('')
  })
})

describe('a proof', () => {
  test.each([
    ['without an address', { txt: ['proof'] }, 'DomainAddressMissing', ADDRESS],
    ['of a name that does not exist', undefined, 'DomainAddressMissing', ADDRESS],
    [
      'with the address of somebody else',
      { a: ['198.51.100.1'], txt: ['proof'] },
      'DomainAddressWrong',
      '198.51.100.1',
    ],
    ['without a text', { a: [ADDRESS] }, 'DomainProofMissing', 'qr-'],
    ['with another text', { a: [ADDRESS], txt: ['qr-nobody'] }, 'DomainProofWrong', 'qr-nobody'],
  ] as const)('%s names the record and what was found', async (_, zone, code, named) => {
    const an = await product.signedIn()
    if (zone)
      dns.says(domain, { a: [...('a' in zone ? zone.a : [])], txt: [...('txt' in zone ? zone.txt : [])] })
    await save(an, { qrcodeDomain: domain })
    for (const lng of ['vi', 'en', 'ar']) {
      const { status, body } = await verify(an, { qrcodeDomain: domain }, lng)
      expect({ status, code: body.error.code }).toEqual({ status: 422, code })
      expect(body.message).toContain(domain)
      expect(body.message).toContain(named)
    }
    expect((await settingsOf(an)).qrcodeDomainVerified).toBe(false)
  })

  test('names several wrong records as the language lists things', async () => {
    const an = await product.signedIn()
    dns.says(domain, { a: ['198.51.100.1', '198.51.100.2'], txt: [] })
    await save(an, { qrcodeDomain: domain })
    const messageIn = async (lng: string) => (await verify(an, { qrcodeDomain: domain }, lng)).body.message
    expect(await messageIn('en')).toContain('198.51.100.1 and 198.51.100.2')
    expect(await messageIn('vi')).toContain('198.51.100.1 và 198.51.100.2')
  })

  test('is not decided by a server that fails or is silent', async () => {
    const an = await product.signedIn()
    await save(an, { qrcodeDomain: domain })
    for (const zone of ['servfail', 'silent'] as const) {
      dns.says(domain, zone)
      const { status, body } = await verify(an, { qrcodeDomain: domain })
      expect({ status, code: body.error.code }).toEqual({ status: 504, code: 'DomainUnanswered' })
    }
  })

  test('below the name counts as well, where a CNAME record leaves no room for one at the name', async () => {
    const an = await product.signedIn()
    await save(an, { qrcodeDomain: domain })
    dns.says(domain, { a: [ADDRESS], cname: ['shops.example.net'], txt: ['of shops.example.net'] })
    dns.says(`_scanleaf.${domain}`, { txt: ['qr-nobody'] })
    const { body } = await verify(an, { qrcodeDomain: domain })
    expect(body).toMatchObject({ error: { code: 'DomainProofWrong' } })
    expect(body.message).toContain(`_scanleaf.${domain}`)
    expect(body.message).toContain('qr-nobody')
    dns.says(`_scanleaf.${domain}`, { txt: [proofOf(an)] })
    expect((await verify(an, { qrcodeDomain: domain })).status).toBe(200)
    expect(await settingsOf(an)).toMatchObject({ qrcodeDomainVerified: true })
    // A server that fails for one of the names says nothing against the other.
    dns.says(`_scanleaf.${domain}`, 'servfail')
    expect((await verify(an, { qrcodeDomain: domain })).status).toBe(504)
    dns.says(domain, right(an))
    expect((await verify(an, { qrcodeDomain: domain })).status).toBe(200)
  })

  test('of another kind does not count', async () => {
    const an = await product.signedIn()
    dns.says(domain, { a: [ADDRESS], txt: [`vc-${an.id}`] })
    await save(an, { qrcodeDomain: domain })
    expect((await verify(an, { qrcodeDomain: domain })).body.error.code).toBe('DomainProofWrong')
    await save(an, { qrcodeDomain: '', ninecardDomain: domain })
    const { body } = await verify(an, { ninecardDomain: domain })
    expect(body.result).toMatchObject({ ninecardDomain: domain, ninecardDomainVerified: true })
  })

  test('is lost with the name: another one has to be proven anew', async () => {
    const an = await withProven()
    await save(an, { qrcodeDomainEnabled: false })
    expect(await settingsOf(an)).toMatchObject({ qrcodeDomainEnabled: false, qrcodeDomainVerified: true })
    await save(an, { qrcodeDomain: 'other.example.com' })
    expect(await settingsOf(an)).toMatchObject({
      qrcodeDomain: 'other.example.com',
      qrcodeDomainEnabled: false,
      qrcodeDomainVerified: false,
    })
  })

  test('never reaches a name that it was not for, however changes and proofs cross', async () => {
    const an = await product.signedIn()
    dns.says(domain, right(an))
    await save(an, { qrcodeDomain: domain })
    const names = [domain, 'unproven.example.com']
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2 ? save(an, { qrcodeDomain: names[(n >> 1) % 2] ?? '' }) : verify(an, { qrcodeDomain: domain }),
      ),
    )
    const { qrcodeDomain, qrcodeDomainVerified } = await settingsOf(an)
    if (qrcodeDomain !== domain) expect(qrcodeDomainVerified).toBe(false)
    await save(an, { qrcodeDomain: 'unproven.example.com' })
    expect((await settingsOf(an)).qrcodeDomainVerified).toBe(false)
  })

  test('by somebody else later takes the name over', async () => {
    const an = await withProven()
    const binh = await product.signedIn()
    await save(binh, { qrcodeDomain: domain })
    expect((await verify(binh, { qrcodeDomain: domain })).status).toBe(422)
    expect((await settingsOf(an)).qrcodeDomainVerified).toBe(true)
    dns.says(domain, right(binh))
    expect((await verify(binh, { qrcodeDomain: domain })).status).toBe(200)
    const at = product.clock.now().toISOString()
    expect(await settingsOf(an)).toMatchObject({
      qrcodeDomainVerified: false,
      qrcodeDomainTrouble: { kind: 'holder', at },
    })
    await save(an, { qrcodeDomain: 'other.example.com' })
    expect((await settingsOf(an)).qrcodeDomainTrouble).toBe(null)
  })
})

describe('a name that may be in use already is looked up', () => {
  const place = async (name: string) => {
    const an = await product.signedIn()
    return call(an, 'GET', `settings/domain?domain=${encodeURIComponent(name)}`)
  }

  test.each([
    ['https://Shop.vn/', { registered: 'shop.vn', host: '@' }],
    ['qr.shop.vn', { registered: 'shop.vn', host: 'qr' }],
    ['qr.menu.shop.com.vn', { registered: 'shop.com.vn', host: 'qr.menu' }],
    ['an.github.io', { registered: 'an.github.io', host: '@' }],
  ])('%s by where it stands in its domain', async (name, stands) =>
    expect((await place(name)).body.result).toMatchObject({ ...stands, records: [], isComplete: true }),
  )

  test('with what the DNS says of it now', async () => {
    dns.says('shop.vn', {
      a: Array.from({ length: 8 }, (_, n) => `198.51.100.${n}`),
      aaaa: ['2001:db8::80'],
      mx: ['mail.shop.vn'],
      ns: ['ns1.dns.example'],
      txt: ['not told'],
    })
    const { records, isComplete } = (await place('shop.vn')).body.result
    expect(isComplete).toBe(true)
    expect(records.map(({ type, value }: { type: string; value: string }) => `${type} ${value}`)).toEqual([
      ...Array.from({ length: 5 }, (_, n) => `A 198.51.100.${n}`),
      'AAAA 2001:db8::80',
      'MX mail.shop.vn',
      'NS ns1.dns.example',
    ])
    dns.says('www.shop.vn', { cname: ['sites.example'] })
    expect((await place('www.shop.vn')).body.result.records).toEqual([
      { type: 'CNAME', value: 'sites.example' },
    ])
  })

  test('a server that fails says nothing, and what is no domain of somebody else is refused', async () => {
    dns.says('shop.vn', 'servfail')
    expect((await place('shop.vn')).body.result).toMatchObject({ records: [], isComplete: false })
    for (const name of ['', 'shop', 'com.vn', 'x.app.test', '127.0.0.1'])
      expect((await place(name)).body.errors).toHaveProperty('domain')
  })
})

describe('a proven domain is asked for each day', () => {
  const check = () => {
    const log = product.app().log
    const readDomain = domainReader([dns.address()])
    return checkDomains({ database: product.database(), clock: product.clock, log: log as never, readDomain })
  }
  const isProven = async (person: Person) => (await settingsOf(person)).qrcodeDomainVerified
  const dayPasses = async () => {
    product.clock.advance(DAY_MS + HOUR_MS)
    await check()
  }

  test('and given up when its records are gone for three days', async () => {
    let an = await withProven()
    dns.says(domain, { a: [ADDRESS] })
    for (const stays of [true, true, true, false]) {
      await dayPasses()
      an = await product.signInAgain(an)
      expect(await isProven(an)).toBe(stays)
      const trouble = (await settingsOf(an)).qrcodeDomainTrouble
      expect(trouble?.kind).toBe(stays ? 'missing' : 'records')
      if (trouble?.kind === 'missing')
        expect(Date.parse(trouble.endsAt) - Date.parse(trouble.since)).toBe(3 * DAY_MS)
    }
    expect(await certificateFor(domain)).toBe(404)
    dns.says(domain, right(an))
    expect((await verify(an, { qrcodeDomain: domain })).status).toBe(200)
    expect((await settingsOf(an)).qrcodeDomainTrouble).toBe(null)
  })

  test('and kept by a clock that leaps, and checked by the right one again', async () => {
    let an = await withProven()
    dns.says(domain, { a: [ADDRESS] })
    await givenTrustedTime(product.database(), product.clock.now())
    for (let leap = 0; leap < 4; leap++) await dayPasses()
    product.clock.advance(40 * DAY_MS)
    await check()
    an = await product.signInAgain(an)
    expect(await isProven(an)).toBe(true)
    product.clock.advance(-44 * DAY_MS)
    dns.says(domain, right(an))
    await check()
    an = await product.signInAgain(an)
    expect((await settingsOf(an)).qrcodeDomainTrouble).toBe(null)
  })

  test('and kept while servers fail, behind a proxy, and when the records come back', async () => {
    let an = await withProven()
    for (const zone of [
      'servfail',
      'servfail',
      { a: ['198.51.100.9'], txt: [proofOf(an)] },
      'servfail',
      right(an),
    ] as const) {
      dns.says(domain, zone)
      await dayPasses()
      await dayPasses()
    }
    an = await product.signInAgain(an)
    expect(await isProven(an)).toBe(true)
  })
})

describe('certificates', () => {
  test('are for proven names in use, asked by this machine', async () => {
    const an = await withProven()
    expect(await certificateFor(domain)).toBe(200)
    expect(await certificateFor('QR.AN.example.com')).toBe(200)
    expect(await certificateFor(domain, { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    for (const other of ['example.com', 'other.example.com', '%00', ''])
      expect(await certificateFor(other)).toBe(404)
    await save(an, { qrcodeDomainEnabled: false })
    expect(await certificateFor(domain)).toBe(404)
  })

  test('are for none of a thousand names that somebody points at us', async () => {
    await withProven()
    const names = Array.from({ length: 1000 }, (_, n) => `${n}.${n % 2 ? domain : 'shop.example.com'}`)
    expect(new Set(await Promise.all(names.map((name) => certificateFor(name))))).toEqual(new Set([404]))
  })

  test.each([
    ['a stranger', '203.0.113.9', {}, 404],
    ['a proxy of another container', '172.29.250.3', { host: 'scanleaf:3000' }, 200],
    ['a stranger through a proxy', '172.29.250.3', { 'x-forwarded-for': '203.0.113.9' }, 404],
    ['a neighbour of the proxies', '172.29.251.3', {}, 404],
  ])('asked for by %s', async (_, remoteAddress, headers, status) => {
    await withProven()
    const url = `/domains/ask?domain=${domain}`
    expect((await product.inject({ url, remoteAddress, headers })).statusCode).toBe(status)
  })
})
