import { REGISTRATION_MODES, SiteSettings, TestMail } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config'
import { query } from '../../platform/db/database'
import { followSiteSettings, loadSiteSettings } from '../../platform/site-settings'
import { type Person, TEST_SETUP_TOKEN, testApp } from '../../testing/app'
import { openMailServer } from '../../testing/services/mail-server'

const PATH = '/gateway/api/admin/site-settings'
const server = await openMailServer({ login: true })
const product = testApp({ SUPPORT_CONTACT: 'help@shop.example', LOG_LEVEL: 'info' })
const fixed = testApp({ APP_NAME: 'Quán', REGISTRATION: 'invite', ...server.env })
let admin: Person
let ofFixed: Person

beforeEach(async () => {
  // The database is empty before each test; the settings are read from it.
  for (const app of [product, fixed]) await loadSiteSettings(app.database().db, app.config())
  admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  ofFixed = await fixed.signedIn({ setupToken: TEST_SETUP_TOKEN })
})
afterAll(() => server.close())

type Method = 'GET' | 'PATCH' | 'PUT' | 'POST' | 'DELETE'
const call = (person: Person, method: Method, path = '', payload?: object, app = product) =>
  app.as(person).inject({ method, url: `${PATH}${path}`, ...(payload && { payload }) })

async function settled(method: Method, path = '', payload?: object): Promise<SiteSettings> {
  const reply = await call(admin, method, path, payload)
  expect(reply.statusCode, reply.body).toBe(200)
  return SiteSettings.parse(reply.json().result)
}
const publicly = async () => (await product.inject('/config')).json().result
const fieldsOf = async (method: Method, path: string, payload: object) => {
  const reply = await call(admin, method, path, payload)
  return [reply.statusCode, reply.json().error?.fields]
}

const login = () => {
  const { username, password, port, hostname } = new URL(server.env.SMTP_URL)
  return { host: hostname, port: Number(port), user: username, password: decodeURIComponent(password) }
}
/** A name of the loopback interface, to a server without TLS. */
const mail = (more: object = {}) => ({
  ...{ ...login(), security: 'private', fromName: 'Lá', fromAddress: 'no-reply@scanleaf.test', ...more },
})

function logoForm(bytes: Buffer, type = 'image/png') {
  const form = new FormData()
  form.append('logo', new Blob([new Uint8Array(bytes)], { type }), 'logo.png')
  return form
}
async function putLogo(person: Person, bytes: Buffer) {
  const body = new Response(logoForm(bytes))
  return product.as(person).inject({
    method: 'PUT',
    url: `${PATH}/logo`,
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}

test('name, accent, registration and support contact are changed at once, for other processes too', async () => {
  const other = readConfig({ SUPPORT_CONTACT: 'help@shop.example' })
  const unfollow = await followSiteSettings(product.database(), other)
  const changed = await settled('PATCH', '', {
    appName: ' Lá\u202e Quét ',
    accent: '#1B59AD',
    registration: 'closed',
  })
  expect(changed.appName).toEqual({ value: 'Lá Quét', fixedBy: null, isDefault: false })
  expect(changed.accent.value).toBe('#1b59ad')
  expect(changed.supportContact).toEqual({
    ...{ value: 'mailto:help@shop.example', fixedBy: 'SUPPORT_CONTACT', isDefault: true },
  })
  expect(await publicly()).toMatchObject({
    ...{ appName: 'Lá Quét', registration: 'closed', accent: { light: { brand: '#1b59ad' } } },
  })
  const refused = await product.inject({
    method: 'POST',
    url: '/identity/users',
    payload: { username: 'late', email: 'l@x.vn', password: 'Lá Quét 1986!', firstName: 'A', lastName: 'B' },
  })
  expect(refused.json().error.code).toMatch(/RegistrationClosed|ProofRequired/)
  await expect.poll(() => [other.appName, other.registration]).toEqual(['Lá Quét', 'closed'])
  // Unless the host has named one.
  expect(other.seller.name).toBe('Lá Quét')
  const page = await product.inject('/mail/unsubscribe?k=nothing&lng=vi')
  expect(page.body).toContain('<title>Lá Quét</title>')

  const back = await settled('PATCH', '', { appName: null, accent: null, registration: null })
  expect([back.appName.value, back.accent.value, back.registration.value]).toEqual(['Scanleaf', null, 'open'])
  await expect.poll(() => [other.appName, other.seller.name]).toEqual(['Scanleaf', 'Scanleaf'])
  await unfollow()
})

test('each change is in the history of the operator and in the log, without a password', async () => {
  product.logged()
  await settled('PUT', '/mail', mail())
  await settled('PATCH', '', { appName: 'Tên mới' })
  const rows = await query(
    product.database().db,
    sql`select action, resource, "from", "to", by_id from user_actions order by id desc limit 2`,
  )
  expect(rows).toEqual([
    { action: 'site-setting', resource: 'appName', from: 'Scanleaf', to: 'Tên mới', by_id: admin.id },
    expect.objectContaining({ resource: 'mail', to: expect.stringContaining('no-reply@scanleaf.test') }),
  ])
  const lines = product.logged()
  expect(lines.filter(({ msg }) => msg === 'an operator acted')).toMatchObject([
    { userId: admin.id, action: 'site-setting', resource: 'mail' },
    { userId: admin.id, action: 'site-setting', resource: 'appName' },
  ])
  expect(JSON.stringify([rows, lines])).not.toContain(login().password)
  await settled('PATCH', '', { appName: null })
})

test('what the environment sets is shown as fixed by its variable, and changed by nobody', async () => {
  const { result } = (await call(ofFixed, 'GET', '', undefined, fixed)).json()
  expect([result.appName.fixedBy, result.registration.fixedBy, result.mail.fixedBy]).toEqual([
    ...['APP_NAME', 'REGISTRATION', 'SMTP_URL'],
  ])
  expect(result.accent.fixedBy).toBeNull()
  const reply = await call(ofFixed, 'PATCH', '', { appName: 'Khác', accent: '#1b59ad' }, fixed)
  expect([reply.statusCode, reply.json().error.fields]).toEqual([422, { appName: 'set-by-server' }])
  expect(reply.json().error.details.appName).toEqual({ variable: 'APP_NAME' })
  const removed = await call(ofFixed, 'DELETE', '/mail', undefined, fixed)
  expect(removed.json().error.fields).toEqual({ mail: 'set-by-server' })
  expect((await fixed.inject('/config')).json().result).toMatchObject({ appName: 'Quán', accent: null })
  // A row from before the variable was set.
  await fixed.database().db.execute(sql`insert into site_settings (name, value) values ('appName', '"Khác"')`)
  expect((await call(ofFixed, 'PATCH', '', { accent: '#1b59ad' }, fixed)).json().result.appName.value).toBe(
    'Quán',
  )
})

test.each([
  [{ appName: '' }, { appName: 'required' }],
  [{ appName: '\u200b\u202e' }, { appName: 'required' }],
  [{ appName: 'a'.repeat(41) }, { appName: 'too-long' }],
  [{ appName: 'a\u0000b' }, { appName: 'invalid-value' }],
  [{ accent: '#ffcc00' }, { accent: 'accent-too-light' }],
  [{ accent: '#000000' }, { accent: 'accent-too-dark' }],
  [{ accent: 'red;}body{display:none' }, { accent: 'invalid-color' }],
  [{ accent: '#1b59аd' }, { accent: 'invalid-color' }],
  [{ registration: 'anybody' }, { registration: 'invalid-choice' }],
  [{ supportContact: 'javascript:alert(1)' }, { supportContact: 'invalid-contact' }],
  [{ supportContact: 'somebody' }, { supportContact: 'invalid-contact' }],
])('PATCH %j is refused: %j', async (payload, fields) => {
  const before = await publicly()
  expect(await fieldsOf('PATCH', '', payload)).toEqual([422, fields])
  expect(await publicly()).toEqual(before)
})

test.each([
  [{ host: '' }, { host: 'required' }],
  [{ host: 'mail.example/x' }, { host: 'invalid-host' }],
  [{ host: 'mail.example:25' }, { host: 'invalid-host' }],
  [{ host: 'user@mail.example' }, { host: 'invalid-host' }],
  [{ port: 0 }, { port: 'too-small' }],
  [{ port: 65_536 }, { port: 'too-large' }],
  [{ port: 2.5 }, { port: 'invalid-value' }],
  [{ security: 'none' }, { security: 'invalid-choice' }],
  [{ fromAddress: 'a@b, c@d' }, { fromAddress: expect.any(String) }],
  [{ fromAddress: 'a@b.vn\r\nBcc: x@y.vn' }, { fromAddress: expect.any(String) }],
])('a mail server with %j is refused: %j', async (more, fields) => {
  expect(await fieldsOf('PUT', '/mail', mail(more))).toEqual([422, fields])
})

test('the password of the mail server is never returned, and is sent to no other server', async () => {
  const stored = await settled('PUT', '/mail', mail())
  expect(stored.mail.value).toMatchObject({ user: login().user, hasPassword: true })
  expect(JSON.stringify(stored)).not.toContain(login().password)
  const { password: _, ...without } = mail()
  expect((await settled('PUT', '/mail', { ...without, fromName: 'Lá Quét' })).mail.value?.hasPassword).toBe(
    true,
  )
  for (const other of [{ host: 'evil.example' }, { port: 2525 }, { user: 'somebody' }])
    expect(await fieldsOf('PUT', '/mail', { ...without, ...other })).toEqual([
      422,
      { password: 'password-again' },
    ])
  expect((await publicly()).sendsMail).toBe(true)
})

test('a test message goes to whoever asks, and says what the server answered otherwise', async () => {
  server.arrived.length = 0
  await settled('PUT', '/mail', mail())
  const sent = TestMail.parse((await call(admin, 'POST', '/test-mail')).json().result)
  expect(sent).toEqual({ address: admin.email, isSent: true, error: '' })
  const [arrived] = await server.count(1)
  expect(arrived?.envelope.to).toEqual([admin.email])
  await settled('PUT', '/mail', mail({ password: 'another one' }))
  const refused = TestMail.parse((await call(admin, 'POST', '/test-mail')).json().result)
  expect(refused).toMatchObject({ isSent: false, error: expect.stringMatching(/./) })
  expect(refused.error).not.toContain('another one')
  for (let tries = 0; tries < 8; tries++) await call(admin, 'POST', '/test-mail')
  expect((await call(admin, 'POST', '/test-mail')).statusCode).toBe(429)
  expect((await settled('DELETE', '/mail')).mail.value).toBeNull()
  expect((await call(admin, 'POST', '/test-mail')).json().error.code).toBe('MailNotConfigured')
  expect((await publicly()).sendsMail).toBe(false)
})

test('a logo is encoded again, made small and served; anything else is refused', async () => {
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#1b59ad' } })
    .withExifMerge({ IFD0: { Copyright: 'secret place' } })
    .png()
    .toBuffer()
  const reply = await putLogo(admin, picture)
  expect(reply.statusCode, reply.body).toBe(200)
  const { logo } = await publicly()
  expect(logo).toBe(reply.json().result.logo.value)
  const served = await product.inject(logo)
  expect(served.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringContaining('immutable'),
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const metadata = await sharp(served.rawPayload).metadata()
  expect(metadata).toMatchObject({ width: 192, height: 128 })
  expect(metadata).not.toHaveProperty('exif')

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  expect((await putLogo(admin, svg)).statusCode).toBe(415)
  expect((await putLogo(admin, picture.subarray(0, 60))).json().error.fields).toEqual({
    logo: 'broken-image',
  })
  expect((await putLogo(admin, Buffer.alloc(0))).json().error.fields).toEqual({ logo: 'required' })
  expect((await putLogo(admin, Buffer.alloc(5_300_000))).json().error.fields).toEqual({
    logo: 'image-max-size',
  })
  expect((await publicly()).logo).toBe(logo)
  expect((await settled('DELETE', '/logo')).logo.value).toBeNull()
  expect((await product.inject(logo)).statusCode).toBe(404)
})

test('a row that this version does not understand counts as not set', async () => {
  const { db } = product.database()
  await db.execute(sql`insert into site_settings (name, value) values ('registration', '"by-lottery"')
    on conflict (name) do update set value = excluded.value`)
  expect((await settled('PATCH', '', { appName: null })).registration.value).toBe('open')
  expect(REGISTRATION_MODES).not.toContain('by-lottery')
  await settled('PATCH', '', { registration: null })
})

test('a change asks for a fresh confirmation, and members come to none of it', async () => {
  const member = await product.signedIn()
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['PUT', '/mail'],
    ['DELETE', '/logo'],
    ['POST', '/test-mail'],
  ] as const)
    expect((await call(member, method, path, method === 'GET' ? undefined : {})).statusCode).toBe(403)
  await product.database().db.execute(sql`update sessions set confirmed_at = now() - interval '10 minutes'`)
  const reply = await call(admin, 'PATCH', '', { appName: 'Khác' })
  expect([reply.statusCode, reply.json().error.code]).toEqual([403, 'ConfirmationRequired'])
})
