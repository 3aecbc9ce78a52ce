import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'
import { PHONE } from '../harness/redirect-program'

/** When the kill comes: once the event is recorded, once the receiver has the message, once it has answered. */
const STEPS = ['after the commit', 'before the answer', 'after the answer'] as const
const VICTIMS = ['program', 'worker', 'database'] as const
const TYPES = ['code.created', 'scans.counted'] as const
const KILLS = STEPS.flatMap((step) =>
  VICTIMS.flatMap((victim) => TYPES.map((type) => ({ step, victim, type }))),
)
const SCANS_EACH = 3
/** To a receiver at a time, of each of two processes. */
const REPEATS_PER_KILL = 4

interface Message {
  type: string
  data: { id?: string; codes?: { id: string; added: number; total: number }[] }
}

/** Keeps each message that it answers by its id, and strikes at the next one of a type when it is told to. */
async function openReceiver() {
  const received = new Map<string, Message>()
  let deliveries = 0
  let striking: { when: string; type: string; strike: () => void } | null = null
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    deliveries++
    const message: Message = JSON.parse(body)
    const now = striking?.type === message.type ? striking : null
    if (now) striking = null
    if (now?.when === 'before the answer') return now.strike()
    received.set(String(request.headers['webhook-id']), message)
    response.writeHead(204).end()
    if (now) response.once('finish', now.strike)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    deliveries: () => deliveries,
    /** Resolves when the next message of a type is at that step. */
    atNext: (when: string, type: string) =>
      new Promise<void>((strike) => {
        striking = { when, type, strike }
      }),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-webhook-kill-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

test('kills of program, worker and database at each step lose no event, and Σ added is the counter', async () => {
  const postgres = await startPostgres()
  const receiver = await openReceiver()
  const [port, publicPort] = await freePorts(2)
  const settings = { DATABASE_URL: postgres.url, BILLING: 'off', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }
  const starts = {
    program: () =>
      startProgram({
        ...{ ...settings, ROLE: 'all', DATA_DIR: join(folder, 'program') },
        ...{ PORT: `${port}`, PUBLIC_PORT: `${publicPort}` },
      }),
    worker: () => startProgram({ ...settings, ROLE: 'worker', DATA_DIR: join(folder, 'worker') }),
  }
  const running = { program: await starts.program(), worker: await starts.worker() }
  await running.program.ready
  const { url, publicUrl } = running.program
  const query = async <Row>(text: string): Promise<Row[]> => {
    const client = new pg.Client(postgres.url)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const person = await Person.register(url)
  const made = await fetch(`${url}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: TYPES }),
  })
  expect(made.status, await made.text()).toBe(201)

  const created: string[] = []
  const createCode = async () => created.push(await person.createCode(url, 'https://shop.example/'))
  let scanned = 0
  const options = { redirect: 'manual', headers: { 'user-agent': PHONE } } as const
  const scanAll = async () => {
    for (const { path } of await query<{ path: string }>('select dynamic_id as path from user_codes'))
      for (let scan = 0; scan < SCANS_EACH; scan++, scanned++)
        expect((await fetch(`${publicUrl}/${path}`, options)).status).toBe(302)
  }
  /** The leases of the killed are over, and the counts are due. */
  const endLeases = () =>
    query(`with jobs as (update job_rounds set lease_until = null, due_at = now() where name = 'webhook-scan-counts'),
        deliveries as (update webhook_deliveries set next_at = now() where done_at is null)
      select pg_notify(channel, '') from (values ('jobs_wanted'), ('events_recorded')) as woken (channel)`)
  const countOf = async (text: string) =>
    Number((await query<{ n: number }>(`select count(*)::int as n from ${text}`))[0]?.n)
  const recordedOf = (type: string) => countOf(`outbox_events where type = '${type}'`)

  try {
    await createCode()
    for (const { step, victim, type } of KILLS) {
      const before = await recordedOf(type)
      const struck = step === 'after the commit' ? null : receiver.atNext(step, type)
      await createCode()
      if (type === 'scans.counted') {
        await scanAll()
        // The ranks of the list follow the counters, and say which codes to look at.
        await expect
          .poll(() =>
            countOf(`scan_counters join user_code_ranks as ranked using (code_id)
          where ranked.scans = scan_counters.scans and ranked.scans > 0`),
          )
          .toBe(created.length)
        await endLeases()
      }
      if (struck) await struck
      else await expect.poll(() => recordedOf(type), { interval: 10 }).toBeGreaterThan(before)
      if (victim === 'database') {
        await postgres.kill()
        await postgres.start()
      } else {
        await running[victim].kill('SIGKILL')
        running[victim] = await starts[victim]()
      }
      await endLeases()
      await running.program.ready
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
    }
    const left = async () => {
      await endLeases()
      const [row] = await query(`select
        (select count(*)::int from scan_log) as log,
        (select count(*)::int from webhook_deliveries where done_at is null) as waiting,
        (select count(*)::int from scan_counters left join scan_marks using (code_id)
          where scans <> coalesce(told, 0)) as untold`)
      return row
    }
    await expect
      .poll(left, { timeout: 200_000, interval: 500 })
      .toEqual({ log: scanned, waiting: 0, untold: 0 })

    const recorded = await query<{ id: string }>('select id from outbox_events')
    expect([...receiver.received.keys()].sort()).toEqual(recorded.map(({ id }) => id).sort())
    const messages = [...receiver.received.values()]
    const createdSaid = messages.flatMap(({ type, data }) => (type === 'code.created' ? [data.id] : []))
    expect(createdSaid.sort()).toEqual(created.sort())
    const sums = new Map<string, number>()
    for (const { id, added } of messages.flatMap(({ data }) => data.codes ?? []))
      sums.set(id, (sums.get(id) ?? 0) + added)
    const counters = await query<{ id: string; scans: string }>(
      'select code_id as id, scans from scan_counters where scans > 0',
    )
    expect(sums.size).toBe(created.length)
    expect(sums).toEqual(new Map(counters.map(({ id, scans }) => [id, Number(scans)])))
    const repeats = receiver.deliveries() - receiver.received.size
    console.log(`webhook-kill: ${recorded.length} events, ${KILLS.length} kills, ${repeats} sent twice`)
    expect(repeats).toBeLessThanOrEqual(KILLS.length * REPEATS_PER_KILL)
  } finally {
    await killPrograms()
    receiver.close()
    await postgres.stop()
  }
})
