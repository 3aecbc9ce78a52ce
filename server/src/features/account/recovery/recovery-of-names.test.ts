import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testAccounts } from '../../../testing/feature'
import { inboxOf } from '../../../testing/services/inbox'
import { openMailServer } from '../../../testing/services/mail-server'
import { identityOf } from '../testing'
import { NEW_PASSWORD, recoveryOf } from './testing'

const server = await openMailServer()
const product = testAccounts({ ...server.env })
const identity = identityOf(product)
const { post, signIn } = identity
const inbox = inboxOf(product, server)
const { recover, setPassword, queued, verified, old } = recoveryOf(product, identity, inbox)
let addresses = 0

const execute = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
test('a user name that looks like the address of somebody else is refused, and never signs in for it', async () => {
  const mai = await verified()
  const register = (username: string, email: string) =>
    post('/users', { username, email, password: 'correct horse battery', firstName: 'An', lastName: 'Lê' })
  const refused = await register(mai.email, `x-${++addresses}@example.test`)
  expect([refused.statusCode, refused.json().error.fields]).toEqual([
    422,
    { username: 'username-other-address' },
  ])
  // Who claims the address as a name as well leads nobody astray.
  expect((await register(mai.email, mai.email)).statusCode).toBe(201)
  expect((await signIn(mai.email, mai.password)).json().result.id).toBe(mai.id)
  // Names of the time before addresses were logins stay as they are.
  const [earlier] = [await old()]
  await execute(
    sql`update users set username = ${'an@earlier.test'}, username_key = 'an@earlier.test' where id = ${earlier.id}`,
  )
  expect((await signIn('an@earlier.test', earlier.password)).json().result.id).toBe(earlier.id)
})

test('an address beats the name of an older account, at the sign-in and at the recovery, verified or not', async () => {
  const stranger = await old()
  for (const holder of [await verified(), await old(), await product.signedIn()]) {
    await execute(sql`update users set username = ${holder.email.replace('@', '＠')},
      username_key = ${holder.email} where id = ${stranger.id}`)
    expect((await signIn(holder.email, holder.password)).json().result.id).toBe(holder.id)
    expect((await signIn(holder.email, stranger.password)).json().result?.id).not.toBe(stranger.id)
    const token = await recover(holder.email.replace('.', '．'), holder.email)
    expect((await setPassword(token)).json().result.username).toBe(holder.username)
    expect((await signIn(holder.email, NEW_PASSWORD)).json().result.id).toBe(holder.id)
  }
  // The address of nobody sends a mail to nobody.
  await execute(
    sql`update users set username = 'no@body.test', username_key = 'no@body.test' where id = ${stranger.id}`,
  )
  expect((await signIn('no@body.test', stranger.password)).json().result.id).toBe(stranger.id)
  await execute(sql`delete from mail_outbox`)
  expect((await post('/recovery', { login: 'no@body.test' })).statusCode).toBe(202)
  expect(await queued()).toEqual(['recovery dropped'])
})
