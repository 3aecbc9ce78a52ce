import { createHmac } from 'node:crypto'
import { MAX_WEBHOOKS, WEBHOOK_EVENTS, WebhookMessage } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { query } from '../../platform/db/database'
import { createLog } from '../../platform/logging'
import { type Person, testApp } from '../../testing/app'
import { keyOf } from '../api-keys/testing'
import { aDynamicCode, CODES, codesOf } from '../user-codes/testing'
import { startWebhookSender } from './sender'
import { askForWebhook, openReceiver, WEBHOOKS, webhookOf } from './testing'

const product = testApp({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' })
const { as } = product
const db = () => product.database().db

let lan: Person
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeEach(async () => {
  lan = await product.signedIn()
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

/** A process that sends, until the end of the test. */
async function sending() {
  const calls = product.config().outsideCalls
  if (!calls) throw new Error('nothing is called')
  const log = createLog('silent')
  const sender = await startWebhookSender({ database: product.database(), log, calls })
  onTestFinished(() => sender.close())
  return sender
}

const deliveries = async (id: string, search = '') =>
  (await as(lan).inject({ url: `${WEBHOOKS}/${id}/deliveries${search}` })).json()
/** Once no delivery is due any more. */
const recorded = async (id: string, isSo: (all: { state: string }[]) => boolean) => {
  await expect.poll(async () => isSo((await deliveries(id)).result), { timeout: 30_000 }).toBe(true)
  return (await deliveries(id)).result
}
const isAccepted = ({ state }: { state: string }) => state === 'accepted'
const makeDue = () => db().execute(sql`update webhook_deliveries set next_at = now() where done_at is null`)

describe('an event', () => {
  test('arrives once it happened, signed for libraries and for tools that take a text, byte for byte', async () => {
    const { id, secret, secretText, token } = await webhookOf(product, lan, receiver.url, { withToken: true })
    await sending()
    const code = await codesOf(product, lan).save({ ...aDynamicCode(), name: 'Phở & bún 🍜 "x"' })
    await receiver.until(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    const of = (name: string) => String(headers[name])
    const signed = {
      'webhook-id': of('webhook-id'),
      'webhook-timestamp': of('webhook-timestamp'),
      'webhook-signature': of('webhook-signature'),
    }
    expect(new Webhook(secret).verify(body, signed)).toEqual({
      type: 'code.created',
      timestamp: expect.stringMatching(/^2026-|^20\d\d-/),
      data: { id: code.id, dynamicId: code.dynamicId, name: 'Phở & bún 🍜 "x"', by: lan.email },
    })
    expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow()
    const text = `${of('webhook-id')}.${of('webhook-timestamp')}.${body}`
    expect(of('webhook-signature')).toBe(
      `v1,${createHmac('sha256', secretText).update(text).digest('base64')}`,
    )
    expect(headers.authorization).toBe(`Bearer ${token}`)
    const [delivery] = await recorded(id, (all) => all.length === 1 && all.every(isAccepted))
    expect(delivery).toMatchObject({
      ...{ eventId: of('webhook-id'), type: 'code.created', body, state: 'accepted', nextAt: null },
      attempts: [{ status: 204, problem: null, ms: expect.any(Number), at: expect.any(String) }],
    })
  })

  test('is recorded of what each call does, by the key or the person, and never with what a code holds', async () => {
    const { id } = await webhookOf(product, lan, receiver.url)
    const key = await keyOf(product, lan, ['codes:write'])
    const wifi = {
      contentType: 'Wifi',
      codeContent: JSON.stringify({ ssid: 'Quán', passWifi: 'bi-mat-123', encryption: 'WPA' }),
    }
    await codesOf(product, lan).save({ ...aDynamicCode(), ...wifi, isDynamicCode: false })
    const code = await codesOf(product, key).save(aDynamicCode())
    await codesOf(product, key).change(code.id, { name: 'Menu', enabled: false })
    await as(lan).inject({ method: 'DELETE', url: `${CODES}/${code.id}` })
    await as(lan).inject({ method: 'POST', url: `${CODES}/restore`, payload: { restored: code.id } })
    const { result, meta } = await deliveries(id)
    expect(result.map(({ type }: { type: string }) => type)).toEqual(
      ['code.created', 'code.created', 'code.updated', 'code.deleted', 'code.restored'].reverse(),
    )
    expect(JSON.stringify(result)).not.toContain('bi-mat-123')
    for (const { body } of result) {
      const message = JSON.parse(body)
      expect(WebhookMessage.parse(message)).toEqual(message)
    }
    const updated = JSON.parse(result[2].body).data
    expect(updated).toEqual({
      ...{ id: code.id, dynamicId: code.dynamicId, name: 'Menu', by: 'Till · API' },
      changed: expect.arrayContaining(['name', 'enabled']),
    })
    expect(meta.nextCursor).toBeNull()
    expect((await deliveries(id, `?cursor=${result.at(-2).eventId}`)).result).toEqual(result.slice(-1))
    expect((await deliveries(id, '?failed=true')).result).toEqual([])
  })

  test('is recorded nowhere for a webhook that does not want it, is off, or of another workspace', async () => {
    const other = await product.signedIn()
    await webhookOf(product, other, receiver.url)
    await webhookOf(product, lan, `${receiver.url}/2`, { events: ['code.deleted'] })
    const off = await webhookOf(product, lan, `${receiver.url}/3`)
    await as(lan).inject({ method: 'PATCH', url: `${WEBHOOKS}/${off.id}`, payload: { enabled: false } })
    await codesOf(product, lan).save(aDynamicCode())
    expect(await query(db(), sql`select 1 as one from outbox_events`)).toEqual([])
    expect(await query(db(), sql`select 1 as one from webhook_deliveries`)).toEqual([])
  })

  test('has a sample of each type, with the fields that are sent', async () => {
    const key = await keyOf(product, lan, ['webhooks:write'])
    const samples = (await as(key).inject({ url: `${WEBHOOKS}/samples` })).json().result
    expect(samples.map(({ type }: { type: string }) => type)).toEqual(WEBHOOK_EVENTS)
    const one = await as(lan).inject({ url: `${WEBHOOKS}/samples?event=code.updated` })
    expect(one.json().result).toEqual([samples[1]])
    const wrong = await as(lan).inject({ url: `${WEBHOOKS}/samples?event=code.scanned` })
    expect([wrong.statusCode, Object.keys(wrong.json().error.fields)]).toEqual([422, ['event']])
    const { id } = await webhookOf(product, lan, receiver.url)
    const code = await codesOf(product, lan).save(aDynamicCode())
    await codesOf(product, lan).change(code.id, { name: 'Menu' })
    for (const { type, body } of (await deliveries(id)).result) {
      const sample = samples.find((each: { type: string }) => each.type === type)
      expect(Object.keys(JSON.parse(body).data).sort()).toEqual(Object.keys(sample.data).sort())
    }
  })

  test('of a call that fails in the end is none', async () => {
    const { id } = await webhookOf(product, lan, receiver.url)
    const taken = await codesOf(product, lan).save({ ...aDynamicCode(), dynamicId: 'once-only' })
    const twice = { codes: [aDynamicCode(), { ...aDynamicCode(), dynamicId: taken.dynamicId }] }
    const reply = await as(lan).inject({ method: 'POST', url: `${CODES}/bulk`, payload: twice })
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect((await deliveries(id)).result).toHaveLength(1)
  })
})

describe('a delivery', () => {
  test('that is refused is tried again under the same id and body, until it is accepted', async () => {
    const { id, secret } = await webhookOf(product, lan, receiver.url)
    receiver.answer((index) => ([500, 'reset', 302] as const)[index] ?? 200)
    await sending()
    await codesOf(product, lan).save(aDynamicCode())
    for (let tries = 1; tries <= 4; tries++) {
      await receiver.until(tries)
      await recorded(id, ([one]) => (one as unknown as { attempts: unknown[] }).attempts.length === tries)
      await makeDue()
      await db().execute(sql`select pg_notify('events_recorded', '')`)
    }
    const [delivery] = await recorded(id, (all) => all.every(isAccepted))
    expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([500, null, 302, 200])
    const { received } = receiver
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toHaveProperty('size', 1)
    expect(new Set(received.map(({ body }) => body))).toHaveProperty('size', 1)
    for (const { headers, body } of received)
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
    const [webhook] = (await as(lan).inject({ url: WEBHOOKS })).json().result
    expect(webhook).toMatchObject({ failingSince: null, waiting: 0, lastAcceptedAt: expect.any(String) })
  })

  test('waits longer after each attempt, and fails after the tenth', async () => {
    const { id } = await webhookOf(product, lan, receiver.url)
    receiver.answer(() => 503)
    await sending()
    await codesOf(product, lan).save(aDynamicCode())
    const waits: number[] = []
    for (let tries = 1; tries <= 10; tries++) {
      const [one] = await recorded(id, ([each]) => {
        const { attempts, state } = each as unknown as { attempts: unknown[]; state: string }
        return attempts.length === tries && (tries < 10 || state === 'failed')
      })
      if (one.nextAt) waits.push((Date.parse(one.nextAt) - Date.parse(one.attempts.at(-1).at)) / 1000)
      await makeDue()
      await db().execute(sql`select pg_notify('events_recorded', '')`)
    }
    const wanted = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    expect(waits).toHaveLength(wanted.length)
    for (const [index, wait] of waits.entries())
      expect(Math.abs(wait / (wanted[index] ?? 0) - 1)).toBeLessThan(0.11)
    expect((await deliveries(id, '?failed=true')).result).toHaveLength(1)
    receiver.answer(() => 200)
    const again = `${WEBHOOKS}/${id}/deliveries/${(await deliveries(id)).result[0].eventId}/again`
    expect((await as(lan).inject({ method: 'POST', url: again })).statusCode).toBe(200)
    await recorded(id, (all) => all.every(isAccepted))
    // The last ten attempts are shown.
    const { attempts } = (await deliveries(id)).result[0]
    expect([attempts.length, attempts.at(-1).status]).toEqual([10, 200])
  }, 120_000)

  test('is sent by one of several processes, and again by another where one died in between', async () => {
    const { id } = await webhookOf(product, lan, receiver.url)
    // A process that took it and died: its lease is over.
    await codesOf(product, lan).save(aDynamicCode())
    await db().execute(sql`update webhook_deliveries set next_at = now() - interval '1 second'`)
    await Promise.all([sending(), sending(), sending()])
    await codesOf(product, lan).save(aDynamicCode())
    await recorded(id, (all) => all.length === 2 && all.every(isAccepted))
    expect(receiver.received).toHaveLength(2)
  })

  test('to a receiver that never answers holds up no other', async () => {
    const dead = await openReceiver()
    onTestFinished(() => dead.close())
    await webhookOf(product, lan, `${dead.url}/1`)
    dead.answer(() => 'reset')
    const { id } = await webhookOf(product, lan, receiver.url)
    await sending()
    const codes = Array.from({ length: 30 }, () => aDynamicCode())
    await as(lan).inject({ method: 'POST', url: `${CODES}/bulk`, payload: { codes } })
    await receiver.until(30)
    await recorded(id, (all) => all.length === 30 && all.every(isAccepted))
  })
})

describe('a webhook', () => {
  test('is switched off by 410, and by a week without any success; switched on again it begins anew', async () => {
    const { id } = await webhookOf(product, lan, receiver.url)
    receiver.answer(() => 410)
    await sending()
    await codesOf(product, lan).save(aDynamicCode())
    const listed = async () => (await as(lan).inject({ url: WEBHOOKS })).json().result[0]
    await expect.poll(async () => (await listed()).offReason, { timeout: 30_000 }).toBe('gone')
    expect(await listed()).toMatchObject({ enabled: false, waiting: 1 })
    const on = () => as(lan).inject({ method: 'PATCH', url: `${WEBHOOKS}/${id}`, payload: { enabled: true } })
    receiver.answer(() => 500)
    expect((await on()).statusCode).toBe(200)
    expect(await listed()).toMatchObject({ enabled: true, offReason: null, failingSince: null })
    await db().execute(
      sql`update webhooks set failures = 19, failing_since = now() - interval '7 days 1 minute'`,
    )
    await makeDue()
    await db().execute(sql`select pg_notify('events_recorded', '')`)
    await expect.poll(async () => (await listed()).offReason, { timeout: 30_000 }).toBe('failing')
  })

  test('has a test that changes nothing, five times a minute', async () => {
    const { id, secret } = await webhookOf(product, lan, receiver.url)
    receiver.answer(() => 500)
    const tryIt = () => as(lan).inject({ method: 'POST', url: `${WEBHOOKS}/${id}/test` })
    const replies = []
    for (let at = 0; at < 6; at++) replies.push((await tryIt()).statusCode)
    expect(replies).toEqual([200, 200, 200, 200, 200, 429])
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'test',
    })
    const [webhook] = (await as(lan).inject({ url: WEBHOOKS })).json().result
    expect(webhook).toMatchObject({ failingSince: null, enabled: true })
    expect((await deliveries(id)).result).toEqual([])
  })

  test('shows its secrets once, and nobody else’s workspace has it', async () => {
    const { id, secret, secretText, token } = await webhookOf(product, lan, receiver.url, { withToken: true })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/)
    const list = (await as(lan).inject({ url: WEBHOOKS })).body
    for (const text of [secret, secretText, token]) expect(list).not.toContain(text)
    const other = await product.signedIn()
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/evt_1/again'],
    ] as const) {
      const payload = method === 'PATCH' ? { payload: { enabled: false } } : {}
      const reply = await as(other).inject({ method, url: `${WEBHOOKS}/${id}${path}`, ...payload })
      expect([method, path, reply.statusCode]).toEqual([method, path, 404])
    }
    expect((await as(lan).inject({ method: 'DELETE', url: `${WEBHOOKS}/${id}` })).statusCode).toBe(200)
    expect((await as(lan).inject({ url: WEBHOOKS })).json().result).toEqual([])
  })

  test('is one of ten at most, and each address once, however many ask at once', async () => {
    const same = await Promise.all(
      Array.from({ length: 4 }, () =>
        askForWebhook(product, lan, { url: receiver.url, events: ['code.created'] }),
      ),
    )
    expect(same.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
    expect(same.find(({ statusCode }) => statusCode === 409)?.json().error.code).toBe('WebhookExists')
    const many = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 2 }, (_, at) =>
        askForWebhook(product, lan, { url: `${receiver.url}/${at}`, events: ['code.created'] }),
      ),
    )
    expect(many.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MAX_WEBHOOKS - 1)
    expect(many.find(({ statusCode }) => statusCode === 409)?.json().error.code).toBe('TooManyWebhooks')
  })

  test.each([
    [{ url: 'https://10.0.0.24/' }, 'url', 'private-address'],
    [{ url: 'http://hooks.example.vn/' }, 'url', 'not-https'],
    [{ url: 'https://app.test/' }, 'url', 'own-host'],
    [{ url: 'https://qr.test/' }, 'url', 'own-host'],
    [{ url: 'hooks' }, 'url', 'invalid-url'],
    [{ url: '' }, 'url', 'required'],
    [{ url: `https://hooks.example.vn/${'x'.repeat(2_000)}` }, 'url', 'too-long'],
    [{ events: [] }, 'events', 'required'],
    [{ events: ['code.scanned'] }, 'events', 'invalid-choice'],
    [{ events: Array(100).fill('code.created') }, 'events', 'too-many'],
  ])('%j is refused by its field', async (wrong, field, reason) => {
    const wanted = { url: 'https://hooks.example.vn/', events: ['code.created'], ...wrong }
    const reply = await askForWebhook(product, lan, wanted)
    const { fields } = reply.json().error
    expect([reply.statusCode, Object.keys(fields)]).toEqual([422, [field]])
    if (field === 'url') expect(fields[field]).toBe(reason)
    expect((await as(lan).inject({ url: WEBHOOKS })).json().result).toEqual([])
  })
})
