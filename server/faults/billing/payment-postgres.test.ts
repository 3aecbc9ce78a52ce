import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vnpaySimulator } from '@scanleaf/simulators'
import { expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { openDatabase } from '../../src/platform/db'
import { killPoints } from '../harness/kill-points'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'
import { Caller } from '../soak/caller'
import { Findings } from '../soak/findings'
import { checkInvariants } from '../soak/invariants'
import { runPayer } from '../soak/payers'

const killPoint = killPoints('payment-postgres')

/** Three here; `KILLS=100` for the long run. */
const KILLS = Math.min(Number(process.env['KILLS'] ?? 3), 100)
const PAYERS = 4
const SHOP = { tmnCode: 'SIMULATE', hashSecret: 'vnpay-simulator' }

test(
  'PostgreSQL killed in the middle of payments: each is made once, and every wallet holds what it must',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scanleaf-payment-'))
    const [port] = await freePorts(1)
    const postgres = await startPostgres()
    const vnpay = await vnpaySimulator({ ...SHOP, webhookUrl: `http://127.0.0.1:${port}/webhooks/vnpay` })
    try {
      vnpay.plan({ webhook: { times: 2, atOnce: true } })
      const { url, ready } = await startProgram({
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        PORT: `${port}`,
        LOG_LEVEL: 'fatal',
        VNPAY_TMN_CODE: SHOP.tmnCode,
        VNPAY_HASH_SECRET: SHOP.hashSecret,
        VNPAY_PAY_URL: vnpay.payUrl,
        VNPAY_API_URL: vnpay.apiUrl,
      })
      await ready
      const findings = new Findings()
      let isOver = false
      const callers: Caller[] = []
      for (let index = 0; index < PAYERS; index++) callers.push(new Caller(url, await Person.register(url)))
      const sum = (figure: 'acknowledged' | 'repeated') =>
        callers.reduce((all, each) => all + each[figure], 0)
      const untilAcknowledged = (calls: number) =>
        expect.poll(() => sum('acknowledged'), { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(calls)
      const paying = callers.map((caller) =>
        runPayer(caller, { vnpay, everyMs: 20, isOver: () => isOver, findings }),
      )
      const kill = async () => {
        for (let kills = 0; kills < KILLS; kills++) {
          await untilAcknowledged(sum('acknowledged') + killPoint(1, PAYERS * 10))
          await postgres.kill()
          await postgres.start()
        }
        // A slow machine has paid little by then.
        await untilAcknowledged(Math.max(PAYERS * 10, sum('acknowledged') + PAYERS))
        isOver = true
      }
      await Promise.all([kill(), ...paying])
      const database = await openDatabase({ databaseUrl: postgres.url, dataDir: folder })
      await checkInvariants(database, findings)
      await database.close()
      expect(findings.first).toEqual([])
      console.log(`${KILLS} kills: ${sum('acknowledged')} calls acknowledged, ${sum('repeated')} sent again`)
    } finally {
      await killPrograms()
      await vnpay.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000 + KILLS * 30_000,
)
