import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config/config'
import { currentLane } from '../fair-queue/lane'
import { loadTranslator } from '../i18n'
import { createLog } from '../logging'
import { createHttp } from './server'
import { currentUser, registerSession } from './session'

const RUNNING = 8
const WAITING = 256

let app: FastifyInstance
/** Requests that are executing, and how each is let go. */
let running: { who: string; letGo: () => void }[]

beforeEach(async () => {
  running = []
  const config = readConfig({ APP_URL: 'http://app.test', CODE_HOST: 'http://qr.test' })
  app = await createHttp(config, createLog('silent'), loadTranslator(['errors'], config.languageDetection))
  registerSession(app, async (token) => ({
    ...{ id: token, email: `${token}@example.test`, admin: false, mustVerifyEmail: false },
    ...{ expiresAt: new Date(), isConfirmed: true },
  }))
  const hold = (who: string) => {
    const lane = currentLane()
    return new Promise((resolve) => running.push({ who, letGo: () => resolve({ lane }) }))
  }
  app.get('/account', { config: { access: 'person' } }, (request) => hold(currentUser(request).id))
  app.post('/address', { config: { access: 'public' } }, (request) => hold(request.ip))
  app.get('/probe', { config: { access: 'public', isProbe: true } }, async () => ({ lane: currentLane() }))
})
afterEach(async () => {
  for (const { letGo } of running) letGo()
  await app.close()
})

const asAccount = (token: string) =>
  app.inject({ url: '/account', headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' } })
const fromAddress = (remoteAddress: string) =>
  app.inject({ method: 'POST', url: '/address', payload: { any: 'body' }, remoteAddress })

/** Until as many as that are executing; fails by the time of the test. */
async function untilRunning(count: number): Promise<string[]> {
  while (running.length < count) await new Promise((resolve) => setImmediate(resolve))
  return running.map(({ who }) => who)
}

test('few requests of an account execute at once, the next wait in turn, and others begin at once', async () => {
  const flood = Array.from({ length: RUNNING + 2 }, () => asAccount('flooder'))
  await untilRunning(RUNNING)
  const other = asAccount('other')
  expect(await untilRunning(RUNNING + 1)).toEqual([...Array(RUNNING).fill('flooder'), 'other'])
  running.at(-1)?.letGo()
  expect((await other).statusCode).toBe(200)
  running[0]?.letGo()
  expect((await untilRunning(RUNNING + 2)).at(-1)).toBe('flooder')
  running[1]?.letGo()
  await untilRunning(RUNNING + 3)
  for (const { letGo } of running) letGo()
  for (const reply of await Promise.all(flood)) expect(reply.statusCode).toBe(200)
})

test('what is more than an account may have waiting is refused at once, by a text that names the reason', async () => {
  const flood = Array.from({ length: RUNNING + WAITING }, () => asAccount('flooder'))
  await untilRunning(RUNNING)
  const reply = await asAccount('flooder')
  expect(reply.statusCode).toBe(429)
  expect(reply.headers['retry-after']).toBe('5')
  expect(reply.json()).toMatchObject({
    error: { code: 'TooManyAtOnce' },
    message:
      'Earlier requests from you or your network are still being processed. Wait a moment and try again.',
  })
  for (let n = 0; n < flood.length; n++) {
    await untilRunning(n + 1)
    running[n]?.letGo()
  }
  for (const { statusCode } of await Promise.all(flood)) expect(statusCode).toBe(200)
})

test('without a session an address is a lane, and a network of IPv6 one', async () => {
  const flood = Array.from({ length: RUNNING + 1 }, (_, n) => fromAddress(`2001:db8::${n + 1}`))
  await untilRunning(RUNNING)
  const other = fromAddress('2001:db8:0:1::1')
  expect((await untilRunning(RUNNING + 1)).at(-1)).toBe('2001:db8:0:1::1')
  running.at(-1)?.letGo()
  expect((await other).json()).toEqual({ lane: 'address 32.1.13.184.0.0.0.1/64' })
  running[0]?.letGo()
  await untilRunning(RUNNING + 2)
  for (const { letGo } of running) letGo()
  for (const { statusCode } of await Promise.all(flood)) expect(statusCode).toBe(200)
})

test('what a request causes is of its account, and a probe waits for nobody', async () => {
  const flood = Array.from({ length: RUNNING + 1 }, () => fromAddress('192.0.2.1'))
  await untilRunning(RUNNING)
  expect((await app.inject({ url: '/probe', remoteAddress: '192.0.2.1' })).json()).toEqual({ lane: 'probes' })
  const own = asAccount('mai')
  await untilRunning(RUNNING + 1)
  running.at(-1)?.letGo()
  expect((await own).json()).toEqual({ lane: 'account mai' })
  for (const { letGo } of running) letGo()
  await untilRunning(RUNNING + 2)
  running.at(-1)?.letGo()
  await Promise.all(flood)
})
