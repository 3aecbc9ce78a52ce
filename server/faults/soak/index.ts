import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { vnpaySimulator } from '@scanleaf/simulators'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { openDatabase } from '../../src/platform/db'
import { Person } from '../harness/person'
import { killPrograms } from '../harness/program'
import { Caller } from './caller'
import { Findings } from './findings'
import { checkInvariants } from './invariants'
import { runPayer } from './payers'
import { type Processes, startProcesses } from './processes'
import { openProxy } from './proxy'
import type { SoakResult } from './report'
import { startScanners } from './scanners'
import { runWriter } from './writers'

const REDIRECTS_PER_SECOND = 200
const WRITES_PER_SECOND = 20
const WRITERS = 8
const PAYERS = 10
const SCANNED_CODES = 5
const KILL_EVERY_MS = 20_000
const CHECK_EVERY_MS = 1_000
const PAY_EVERY_MS = 2_000
/** Scans of the last seconds are in journals. */
const COUNTED_WITHIN_MS = 60_000
/** Who looks on is in no hurry: the limits are for requests. */
const PATIENT = { statementMs: 30_000, waitMs: 30_000 }
const SHOP = { tmnCode: 'SIMULATE', hashSecret: 'vnpay-simulator' }

export { everyTenth, thresholdsOf } from './report'

/**
 * Threat model §3: processes over one PostgreSQL, behind a proxy, under scans, writes and payments, while one after
 * another is killed. @param print is called each minute
 */
export async function soak(minutes: number, print: (line: string) => void): Promise<SoakResult> {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-soak-'))
  const postgres = await startPostgres()
  const vnpay = await vnpaySimulator({ ...SHOP, webhookUrl: 'http://127.0.0.1:9/webhooks/vnpay' })
  try {
    const processes = await startProcesses(
      {
        DATABASE_URL: postgres.url,
        CODE_HOST: 'http://localhost',
        VNPAY_TMN_CODE: SHOP.tmnCode,
        VNPAY_HASH_SECRET: SHOP.hashSecret,
        VNPAY_PAY_URL: vnpay.payUrl,
        VNPAY_API_URL: vnpay.apiUrl,
        LOG_LEVEL: 'fatal',
      },
      (index) => {
        const path = join(folder, `process-${index}`)
        mkdirSync(path, { recursive: true })
        return path
      },
    )
    const [app, codes] = [await openProxy(processes.ports), await openProxy(processes.publicPorts)]
    vnpay.sendWebhooksTo(`${app.url}/webhooks/vnpay`)
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: folder }, PATIENT)
    try {
      return await runFor(minutes, { processes, app, codes, database, vnpay, print })
    } finally {
      await database.close()
      await Promise.all([app.close(), codes.close()])
      await processes.stop()
    }
  } finally {
    await killPrograms()
    await vnpay.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Stage {
  processes: Processes
  app: Awaited<ReturnType<typeof openProxy>>
  codes: Awaited<ReturnType<typeof openProxy>>
  database: Awaited<ReturnType<typeof openDatabase>>
  vnpay: Awaited<ReturnType<typeof vnpaySimulator>>
  print: (line: string) => void
}

async function runFor(minutes: number, stage: Stage): Promise<SoakResult> {
  const { processes, app, codes, database, vnpay, print } = stage
  const findings = new Findings()
  const { owner, scanned, writers, payers } = await people(app.url)
  const startedAt = performance.now()
  const minutesPassed = () => (performance.now() - startedAt) / 60_000
  const endsAt = startedAt + minutes * 60_000
  const isOver = () => performance.now() >= endsAt
  const rss: [number, number][] = []
  let checks = 0

  const each = async (ms: number, work: () => Promise<unknown> | undefined) => {
    for (let turn = 1; !isOver(); turn++) {
      await pause(Math.max(0, Math.min(endsAt, startedAt + turn * ms) - performance.now()))
      if (!isOver()) await work()
    }
  }
  const scanners = startScanners(codes.url, [...scanned.values()], REDIRECTS_PER_SECOND)
  const everyMs = (WRITERS * 1000) / WRITES_PER_SECOND
  await Promise.all([
    ...writers.map((caller) => runWriter(caller, { everyMs, isOver, findings })),
    ...payers.map((caller) => runPayer(caller, { vnpay, everyMs: PAY_EVERY_MS, isOver, findings })),
    each(KILL_EVERY_MS, () => processes.killOne()),
    each(CHECK_EVERY_MS, async () => {
      rss.push([minutesPassed(), processes.rss()])
      await checkInvariants(database, findings)
      checks++
    }),
    each(60_000, async () => {
      const { sent, failed } = scanners
      print(`${minutesPassed().toFixed(0)} min: ${sent} scans, ${failed} failed, ${processes.kills} kills`)
    }),
  ])
  await scanners.stop()
  await checkInvariants(database, findings)
  const answered = [...scanners.answered.values()].reduce((sum, n) => sum + n, 0)
  const counted = await countedScans(owner, scanned, answered)
  const all = [...writers, ...payers]
  return {
    minutes: minutesPassed(),
    kills: processes.kills,
    slowestStart: processes.slowestStart,
    redirects: {
      sent: scanners.sent,
      failed: scanners.failed,
      failures: scanners.failures,
      retried: codes.retries,
    },
    scans: { answered, counted, attempted: codes.attempts },
    writes: writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    payments: payers.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    repeated: all.reduce((sum, { repeated }) => sum + repeated, 0),
    checks,
    rss,
    kept: processes.kept(),
    findings,
  }
}

/** Everybody who takes part; the codes that are scanned by their ids. */
async function people(url: string) {
  const person = await Person.register(url)
  const owner = new Caller(url, person)
  const scanned = new Map<string, string>()
  for (let index = 0; index < SCANNED_CODES; index++) {
    const id = await person.createCode(url, `https://shop.example/scanned/${index}`)
    const { dynamicId } = await person.get<{ dynamicId: string }>(url, `qrcode/user-codes/${id}`)
    scanned.set(id, dynamicId)
  }
  const callers: Caller[] = []
  for (let index = 0; index < WRITERS + PAYERS; index++)
    callers.push(new Caller(url, await Person.register(url)))
  return { owner, scanned, writers: callers.slice(0, WRITERS), payers: callers.slice(WRITERS) }
}

const LIST = 'qrcode/user-codes?productId=dynamic-code&limit=100'

/** The counters, once they are high enough or no more can come. */
async function countedScans(owner: Caller, scanned: Map<string, string>, enough: number): Promise<number> {
  const read = async () => {
    const { body } = await owner.call<{ id: string; scanCounter: number }[]>('GET', LIST)
    return body.result.reduce((sum, row) => sum + (scanned.has(row.id) ? Number(row.scanCounter) : 0), 0)
  }
  const giveUpAt = performance.now() + COUNTED_WITHIN_MS
  let counted = await read()
  while (counted < enough && performance.now() < giveUpAt) {
    await pause(500)
    counted = await read()
  }
  return counted
}
