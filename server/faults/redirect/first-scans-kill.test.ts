import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { timeoutMs } from '../../../scripts/test/timeouts.mjs'
import { openDatabase } from '../../src/platform/db'
import { query } from '../../src/platform/db/database'
import { killPoints } from '../harness/kill-points'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { PHONE, signIn } from '../harness/redirect-program'

const killPoint = killPoints('first-scans-kill')
const KILLS = Number(process.env['KILLS'] ?? (process.env['NIGHTLY'] === '1' ? 20 : 6))
const FIRST = 3_000
const CLIENTS = 8
const VOUCHER = 'https://voucher.example/'
const SOON = { timeout: 60_000, interval: 20 }

const postgres = await startPostgres()
const folders = ['a', 'b', 'c'].map((name) => mkdtempSync(join(tmpdir(), `scanleaf-first-${name}-`)))
afterAll(async () => {
  await killPrograms()
  await postgres.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Clients of one machine, which scan until they are stopped and try again when a connection breaks. */
class Clients {
  /** Answers that led to the voucher, and to where the code itself leads. */
  vouchers = 0
  others = 0
  /** Requests that were sent and have no answer: the voucher may have been on its way. */
  broken = 0
  isStopped = false
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  readonly #done: Promise<unknown>

  constructor(url: string) {
    this.#done = Promise.all(Array.from({ length: CLIENTS }, () => this.#scanAll(url)))
  }

  stop(): Promise<unknown> {
    this.isStopped = true
    return this.#done
  }

  async #scanAll(url: string): Promise<void> {
    while (!this.isStopped) {
      const location = await this.#scan(url)
      if (location === VOUCHER) this.vouchers += 1
      else if (location !== undefined) this.others += 1
    }
  }

  #scan(url: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      const request = get(url, { agent: this.#agent, headers: { 'user-agent': PHONE } }, (response) => {
        response.resume()
        response.once('close', () => resolve(response.headers.location))
      })
      request.once('error', (error: NodeJS.ErrnoException) => {
        // Nobody listens: it is being started again.
        if (error.code !== 'ECONNREFUSED') this.broken += 1
        setTimeout(resolve, 5, undefined)
      })
    })
  }
}

test(
  `three machines of which ${KILLS} times one is killed amid scans never give more than the rule allows`,
  async () => {
    const env = { DATABASE_URL: postgres.url }
    const startIn = async (folder: string): Promise<Program> => {
      const program = await startProgram({ ...env, DATA_DIR: folder })
      await program.ready
      return program
    }
    // One after the other: the first one makes the tables.
    const programs: Program[] = []
    for (const folder of folders) programs.push(await startIn(folder))
    const { createCode } = await signIn(programs[0]?.url ?? '')
    await createCode('FIRST', [{ when: { first: FIRST }, outcome: { to: { url: VOUCHER } } }])
    // Before the load, behind which a new connection may wait too long.
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: folders[0] as string })
    const load = programs.map(({ publicUrl }) => new Clients(`${publicUrl}/FIRST`))
    const sum = (name: 'vouchers' | 'others' | 'broken') => load.reduce((all, each) => all + each[name], 0)
    const taken = async () => {
      const rows = await query<{ taken: number }>(database.db, sql`select taken from rule_tickets`)
      return rows[0]?.taken ?? 0
    }

    for (let kill = 0; kill < KILLS; kill++) {
      const until = sum('vouchers') + killPoint(20, 300)
      await expect.poll(() => sum('vouchers') >= until || sum('others') > 0, SOON).toBe(true)
      const one = kill % programs.length
      process.kill(programs[one]?.pidOf('redirect-process') ?? 0, 'SIGKILL')
    }
    await expect.poll(() => load.every(({ others }) => others > 0), SOON).toBe(true)
    await Promise.all(load.map((clients) => clients.stop()))

    const [given, broken] = [sum('vouchers'), sum('broken')]
    // Each kill loses one lease at most, an eighth of what was left when it was taken: of all leases the largest ones.
    const least = FIRST * (7 / 8) ** KILLS - KILLS
    console.log(
      `given ${given} of ${FIRST}, unanswered ${broken}, at least ${Math.floor(least)} for ${KILLS} kills`,
    )
    expect(given).toBeLessThanOrEqual(FIRST)
    expect(await taken()).toBeLessThanOrEqual(FIRST)
    expect(given + broken).toBeGreaterThanOrEqual(least)

    // Stopped in order, they have nothing left: what is taken was given, or lost by a kill.
    for (const program of programs) {
      await program.kill('SIGTERM')
      expect(await program.ended).toBe(0)
    }
    expect(await taken()).toBeGreaterThanOrEqual(given)
    await database.close()
  },
  timeoutMs(240),
)
