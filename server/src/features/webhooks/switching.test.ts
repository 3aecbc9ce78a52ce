import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../platform/config/config'
import { query } from '../../platform/db/database'
import { createLog } from '../../platform/logging'
import { openOutbox } from '../../platform/mail'
import { type Person, testApp } from '../../testing/app'
import { keyOf } from '../api-keys/testing'
import { aDynamicCode, codesOf } from '../user-codes/testing'
import { startWebhookSender } from './sender'
import { openReceiver, WEBHOOKS, webhookOf } from './testing'

const product = testApp({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' })
const { as } = product
const db = () => product.database().db

let lan: Person
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeEach(async () => {
  lan = await product.signedIn()
  receiver = await openReceiver()
  const calls = product.config().outsideCalls
  if (!calls) throw new Error('nothing is called')
  const sender = await startWebhookSender({ database: product.database(), log: createLog('silent'), calls })
  onTestFinished(() => sender.close())
})
afterEach(() => receiver.close())

const listed = async () => (await as(lan).inject({ url: WEBHOOKS })).json().result[0]
const replaceSecret = (id: string, person: Pick<Person, 'sid'> = lan) =>
  as(person).inject({ method: 'POST', url: `${WEBHOOKS}/${id}/secret` })
/** What the next event is signed with, of these secrets. */
async function signers(secrets: Record<string, string>): Promise<string[]> {
  const at = receiver.received.length
  await codesOf(product, lan).save(aDynamicCode())
  await receiver.until(at + 1)
  const { headers, body } = receiver.received[at] ?? { headers: {}, body: '' }
  return Object.entries(secrets).flatMap(([name, secret]) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>)
      return [name]
    } catch {
      return []
    }
  })
}

test('a replaced secret signs beside the new one for a day, and no other ever does', async () => {
  const { id, secret: first } = await webhookOf(product, lan, receiver.url)
  expect(await signers({ first })).toEqual(['first'])
  const reply = await replaceSecret(id)
  const { secret: second, secretText, oldSecretUntil } = reply.json().result
  expect(Buffer.from(second.slice(6), 'base64').toString()).toBe(secretText)
  expect(Date.parse(oldSecretUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000)
  expect((await listed()).oldSecretUntil).toBe(oldSecretUntil)
  expect(await signers({ first, second })).toEqual(['first', 'second'])
  expect((await as(lan).inject({ url: WEBHOOKS })).body).not.toContain(secretText)
  await db().execute(sql`update webhooks set old_secret_until = now()`)
  expect(await signers({ first, second })).toEqual(['second'])
  expect((await listed()).oldSecretUntil).toBeNull()
  // A second change within the day leaves the newest two.
  const third = (await replaceSecret(id)).json().result.secret
  const fourth = (await replaceSecret(id)).json().result.secret
  expect(await signers({ first, second, third, fourth })).toEqual(['third', 'fourth'])
})

test('a secret is read and replaced by a person who confirmed who they are, in their workspace, and by no key', async () => {
  const { id, secret, secretText, token } = await webhookOf(product, lan, receiver.url, { withToken: true })
  const key = await keyOf(product, lan)
  const readSecret = (person: Pick<Person, 'sid'> = lan) =>
    as(person).inject({ url: `${WEBHOOKS}/${id}/secret` })
  const read = await readSecret()
  expect(read.json().result).toEqual({ secret, secretText, token })
  expect(read.headers['cache-control']).toBe('no-store')
  const other = await product.signedIn()
  for (const call of [readSecret, (person?: Pick<Person, 'sid'>) => replaceSecret(id, person)]) {
    expect((await call(key)).json().error.code).toBe('KeyNotAllowed')
    expect((await call(other)).statusCode).toBe(404)
  }
  await db().execute(sql`update sessions set confirmed_at = now() - interval '11 minutes'`)
  for (const reply of [await readSecret(), await replaceSecret(id)])
    expect(reply.json().error.code).toBe('ConfirmationRequired')
  expect((await listed()).oldSecretUntil).toBeNull()
})

test('whoever looks after a webhook gets one email when it is switched off, with its host and the reason', async () => {
  openOutbox(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@app.test' }))
  onTestFinished(() => openOutbox(product.config()))
  receiver.answer(() => 410)
  const { id } = await webhookOf(product, lan, `${receiver.url}?token=secret`)
  for (const _ of [1, 2]) await codesOf(product, lan).save(aDynamicCode())
  await expect.poll(async () => (await listed()).offReason, { timeout: 30_000 }).toBe('gone')
  const mails = () =>
    query<{ user_id: string; values: object }>(
      db(),
      sql`select user_id, "values" from mail_outbox where kind = 'webhook-off'`,
    )
  expect(await mails()).toEqual([
    { user_id: lan.id, values: { host: new URL(receiver.url).host, reason: 'gone' } },
  ])
  // What waited is due as soon as it is switched on again; a pause by hand writes no email.
  receiver.answer(() => 200)
  const set = (enabled: boolean) =>
    as(lan).inject({ method: 'PATCH', url: `${WEBHOOKS}/${id}`, payload: { enabled } })
  await db().execute(sql`update webhook_deliveries set next_at = now()`)
  await set(true)
  await expect.poll(async () => (await listed()).waiting, { timeout: 30_000 }).toBe(0)
  await set(false)
  expect(await mails()).toHaveLength(1)
})

test('all that failed is sent again, and what is shown counts', async () => {
  const { id } = await webhookOf(product, lan, receiver.url)
  receiver.answer(() => 500)
  for (const _ of [1, 2, 3]) await codesOf(product, lan).save(aDynamicCode())
  await receiver.until(3)
  await expect.poll(async () => (await listed()).failingSince, { timeout: 30_000 }).not.toBeNull()
  await expect
    .poll(() => query(db(), sql`select 1 as one from webhook_deliveries where tries = 1`), {
      timeout: 30_000,
    })
    .toHaveLength(3)
  await db().execute(sql`update webhook_deliveries set done_at = now()
    where event_id in (select event_id from webhook_deliveries order by event_id limit 2)`)
  expect(await listed()).toMatchObject({ failed: 2, waiting: 1, acceptedLastDay: 0 })
  receiver.answer(() => 200)
  const again = () => as(lan).inject({ method: 'POST', url: `${WEBHOOKS}/${id}/deliveries/again` })
  expect((await again()).json().result).toEqual({ events: 2 })
  await receiver.until(5)
  await expect.poll(async () => (await listed()).acceptedLastDay, { timeout: 30_000 }).toBe(2)
  expect((await again()).json().result).toEqual({ events: 0 })
})
