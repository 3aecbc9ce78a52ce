import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Person, testApp } from '../../testing/app'
import { customDomains } from '../custom-domains/table'
import { textsOf } from '../generator/testing'

const given = testApp()

const CODES = '/gateway/api/qrcode/user-codes'
const domain = 'qr.an.example.com'

async function withDomain(): Promise<Person> {
  const person = await given.signedIn()
  const proven = { userId: person.id, kind: 'qrcode', domain, enabled: true, provenAt: new Date() } as const
  await given.database().db.insert(customDomains).values(proven)
  return person
}

async function save(person: Person, content: string, more: object = {}) {
  const codeContent = JSON.stringify({ content })
  const payload = { contentType: 'Website', codeContent, isDynamicCode: true, ...more }
  return given.as(person).inject({ method: 'POST', url: CODES, payload })
}

const listed = async (person: Person) =>
  (await given.as(person).inject({ method: 'GET', url: `${CODES}?productId=dynamic-code` })).json().result[0]

const contentOf = async ({ qrImageUrl }: { qrImageUrl: string }) => {
  const { pathname, search } = new URL(qrImageUrl)
  const [text] = await textsOf((await given.inject({ url: pathname + search })).rawPayload)
  return text ?? ''
}

test('links and pictures of a code have the proven domain of its owner, as long as it is in use', async () => {
  const an = await withDomain()
  const code = (await save(an, 'https://shop.example/menu')).json().result
  const link = `https://${domain}/${code.dynamicId}`
  expect(code.codeRedirect).toBe(link)
  expect((await contentOf(code)).toLowerCase()).toBe(link.toLowerCase())
  expect((await listed(an)).codeRedirect).toBe(link)
  const reserved = await given.as(an).inject({ method: 'POST', url: '/gateway/api/qrcode/dynamic-codes' })
  expect(reserved.json().result.codeRedirect).toMatch(new RegExp(`^https://${domain}/`))

  const { db } = given.database()
  await db.update(customDomains).set({ enabled: false }).where(eq(customDomains.userId, an.id))
  const later = await listed(an)
  expect(later.codeRedirect).toBe(`http://qr.test/${code.dynamicId}`)
  expect(later.qrImageUrl).not.toBe(code.qrImageUrl)
  expect((await contentOf(later)).toLowerCase()).toBe(later.codeRedirect.toLowerCase())
})

test('a domain whose longer links make a design unreadable is only used by who insists', async () => {
  const long = 'menu.of.the.shop.of.an.example.com'
  const an = await given.signedIn()
  const proven = {
    userId: an.id,
    kind: 'qrcode',
    domain: long,
    enabled: false,
    provenAt: new Date(),
  } as const
  await given.database().db.insert(customDomains).values(proven)
  const qrCustomSettings = { foregroundColor: '#cccccc' }
  await save(an, 'https://shop.example/plain', { name: 'Plain' })
  await save(an, 'https://shop.example/pale', { name: 'Pale', qrCustomSettings, scanAnyway: true })
  const use = (payload: object) =>
    given.as(an).inject({ method: 'PATCH', url: '/gateway/api/qrcode/settings?lng=en', payload })
  const refused = await use({ qrcodeDomainEnabled: true })
  expect(refused.statusCode).toBe(422)
  expect(refused.json().error.code).toBe('DesignsNotScannable')
  expect(refused.json().message).toMatch(/: Pale$/)
  expect((await listed(an)).codeRedirect).toMatch(/^http:\/\/qr\.test\//)
  expect((await use({ qrcodeDomainEnabled: true, scanAnyway: true })).statusCode).toBe(200)
  expect((await listed(an)).codeRedirect).toMatch(`https://${long}/`)
  // A shorter link makes no larger symbol.
  expect((await use({ qrcodeDomainEnabled: false })).statusCode).toBe(200)
})

test('the codes of others keep the host of the product', async () => {
  await withDomain()
  const code = (await save(await given.signedIn(), 'https://shop.example/menu')).json().result
  expect(code.codeRedirect).toBe(`http://qr.test/${code.dynamicId}`)
})

test('a ring over a domain of one’s own is refused, and a target there that is no code is not', async () => {
  const an = await withDomain()
  for (const target of [`https://${domain}/an-ring`, `https://${domain}./an-ring.`]) {
    const ring = await save(an, target, { dynamicId: 'an-ring' })
    expect(ring.statusCode).toBe(422)
    expect(ring.json().error.fields).toEqual({ content: 'url-loop' })
  }
  for (const target of [`https://${domain}/nothing`, `https://${domain}/%zz`, 'http://qr.test/%zz'])
    expect((await save(an, target)).statusCode).toBe(201)
})
