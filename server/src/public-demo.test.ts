import { DEMO_CREDENTIALS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from './platform/config/config'
import { query } from './platform/db/database'
import { ALLOWED_IN_DEMO } from './platform/http/public-demo'
import { resetDemo } from './show-demo'
import { ACCESS } from './testing/access'
import { type Person, type Route, TEST_SETUP_TOKEN, testApp } from './testing/app'

const demo = testApp({ PUBLIC_DEMO: 'on', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.example' })
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
let admin: Person

beforeEach(async () => {
  admin = await demo.signedIn({ setupToken: TEST_SETUP_TOKEN })
})

/** Somebody who is no administrator, made as the filled account is: nobody registers here. */
async function visitor(): Promise<Person> {
  const dependencies = { config: demo.config(), database: demo.database(), log: demo.app().log as never }
  await resetDemo({ ...dependencies, gateways: [], isStopping: () => false })
  const signedIn = await demo.signInAgain({ ...DEMO_CREDENTIALS, id: '', email: '' })
  const profile = await demo.as(signedIn).inject({ url: '/identity/users/profile' })
  return { ...signedIn, id: profile.json().result.id }
}

test('a demo sends no mail, calls nobody, and takes no registration, whatever else is set', async () => {
  const { mail, outsideCalls, registration, given } = demo.config()
  expect([mail, outsideCalls, registration]).toEqual([null, null, 'closed'])
  expect(given.fixedBy).toMatchObject({ mail: 'PUBLIC_DEMO', registration: 'PUBLIC_DEMO' })
  expect((await demo.inject('/config')).json().result.isPublicDemo).toBe(true)
  expect(() => readConfig({ PUBLIC_DEMO: 'on', IDENTITY_URL: 'https://id.example' })).toThrow(
    /PUBLIC_DEMO=on/,
  )
  expect(readConfig({ PUBLIC_DEMO: 'off' }).given.fixedBy).toEqual({})
})

test('of all routes a visitor changes something by those of the list alone, an administrator by any', async () => {
  const person = await visitor()
  const changing = demo.routes().filter(({ method }) => method !== 'GET')
  const names = changing.map(nameOf)
  for (const name of ALLOWED_IN_DEMO) expect(names, name).toContain(name)
  // The end of the session comes last.
  const isEnd = (name: string) => Number(name === 'DELETE /identity/sessions/current')
  for (const { method, path } of changing.toSorted((a, b) => isEnd(nameOf(a)) - isEnd(nameOf(b)))) {
    const name = nameOf({ method, path })
    // A workspace of a person has their id.
    const url = path.replace(':workspaceId', person.id).replace(/:\w+/g, 'x')
    const ask = (headers = {}) => demo.as(person).inject({ method, url, headers })
    const plain = await ask()
    // A route of forms takes nothing else.
    const reply =
      plain.statusCode === 415 ? await ask({ 'content-type': 'multipart/form-data; boundary=x' }) : plain
    const isOff = reply.json().error?.code === 'OffInDemo'
    if (ALLOWED_IN_DEMO.has(name)) expect([name, isOff]).toEqual([name, false])
    // A right that a visitor has not is asked for first.
    else expect([name, isOff || [401, 403].includes(reply.statusCode)]).toEqual([name, true])
    if (ACCESS[name] === 'person' && !ALLOWED_IN_DEMO.has(name)) expect([name, isOff]).toEqual([name, true])
  }
  const profile = { method: 'PATCH', url: '/identity/users/profile', payload: { firstName: 'Lá' } } as const
  expect((await demo.as(admin).inject(profile)).json().error?.code).not.toBe('OffInDemo')
})

test('a reset erases what visitors made and fills the account again; administrators stay', async () => {
  const before = await visitor()
  const made = await demo.as(before).inject({
    method: 'POST',
    url: '/gateway/api/qrcode/user-codes',
    payload: { contentType: 'Text', codeContent: '{"plainText":"mine"}', isDynamicCode: false, name: 'mine' },
  })
  expect(made.statusCode, made.body).toBeLessThan(300)
  const after = await visitor()
  expect((await demo.as(before).inject({ url: '/identity/users/profile' })).statusCode).toBe(401)
  const rows = await query(
    demo.database().db,
    sql`select count(*)::int as all, (count(*) filter (where name = 'mine'))::int as mine from user_codes`,
  )
  expect(rows[0]).toMatchObject({ mine: 0 })
  expect(Number(rows[0]?.['all'])).toBeGreaterThan(10)
  expect((await demo.as(after).inject({ url: '/identity/users/profile' })).statusCode).toBe(200)
  expect((await demo.as(admin).inject({ url: '/identity/users/profile' })).statusCode).toBe(200)
})
