import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest'
import { timeoutMs } from '../../../scripts/test/timeouts.mjs'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { type DatabaseName, startCluster } from './cluster'

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'
/** The promise of the recipe, on a machine that has nothing else to do. */
const WRITES_BACK_WITHIN = { timeout: timeoutMs(15), interval: 50 }
const BETWEEN_REQUESTS_MS = 20

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-ha-'))
let cluster: Awaited<ReturnType<typeof startCluster>>
let program: Program

beforeAll(async () => {
  cluster = await startCluster()
  const isReplicating = async () => {
    expect(await cluster.primary()).not.toBeNull()
    expect(await cluster.synchronousStandby()).not.toBeNull()
  }
  await vi.waitFor(isReplicating, { timeout: timeoutMs(120), interval: 200 }).catch((error) => {
    console.log(cluster.logs())
    throw error
  })
  const client = new pg.Client(cluster.superuserUrl)
  await client.connect()
  await client.query(`create role scanleaf login password 'change-me-3'`)
  await client.query('create database scanleaf owner scanleaf')
  await client.end()
  program = await startProgram({
    DATABASE_URL: `postgres://scanleaf:change-me-3@${cluster.primaryAt}/scanleaf`,
    DATABASE_REPLICA_URL: `postgres://scanleaf:change-me-3@${cluster.replicaAt}/scanleaf`,
    DATA_DIR: folder,
    BILLING: 'off',
  })
  await program.ready
}, timeoutMs(180))
afterAll(async () => {
  await killPrograms()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}, timeoutMs(120))

/** Somebody who creates codes, and visitors who scan one, without a pause for whatever happens. */
class Load {
  /** Codes whose creation was acknowledged. */
  readonly created: string[] = []
  /** Of the creations that began after `mark`. */
  createdSince = 0
  redirected = 0
  /** Responses to scans that were no redirect; 0 for none. */
  readonly failed: number[] = []
  #markedAt = 0
  #isStopped = false
  readonly #working: Promise<unknown>

  constructor(
    private readonly person: Person,
    private readonly dynamicId: string,
  ) {
    this.#working = Promise.all([this.#write(), this.#scan(), this.#scan()])
  }

  mark(): void {
    this.createdSince = 0
    this.#markedAt = performance.now()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#working
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      const beganAt = performance.now()
      const id = await this.person.createCode(program.url, 'https://example.com/').catch(() => null)
      if (id !== null) {
        this.created.push(id)
        if (beganAt > this.#markedAt) this.createdSince++
      }
      await pause(BETWEEN_REQUESTS_MS)
    }
  }

  async #scan(): Promise<void> {
    const options = { redirect: 'manual', headers: { 'user-agent': PHONE } } as const
    while (!this.#isStopped) {
      const { status } = await fetch(`${program.publicUrl}/${this.dynamicId}`, options).catch(() => ({
        status: 0,
      }))
      if (status === 302) this.redirected++
      else this.failed.push(status)
      await pause(BETWEEN_REQUESTS_MS)
    }
  }
}

interface Failure {
  what: string
  fail(name: DatabaseName): void
  /** Whether its Patroni is left to make a standby of it. */
  comesBack: boolean
}

const FAILURES: Failure[] = [
  {
    what: 'PostgreSQL of the primary is killed',
    fail: (name) => cluster.crash(name),
    comesBack: true,
  },
  {
    what: 'the machine of the primary is lost',
    fail: (name) => cluster.loseMachine(name),
    comesBack: false,
  },
]

test.each(FAILURES)(
  '$what: codes redirect throughout, writes are back, and every count is exact',
  async ({ what, fail, comesBack }) => {
    onTestFailed(() => console.log(cluster.logs()))
    const person = await Person.register(program.url)
    const id = await person.createCode(program.url, 'https://example.com/')
    const code = () =>
      person.get<{ dynamicId: string; scanCounter: number }>(program.url, `qrcode/user-codes/${id}`)
    const load = new Load(person, (await code()).dynamicId)
    await expect.poll(() => load.created.length).toBeGreaterThan(20)

    const primary = (await cluster.primary()) as DatabaseName
    const failedAt = performance.now()
    load.mark()
    fail(primary)
    // A creation that began before the failure became visible may still succeed.
    await expect.poll(() => cluster.primary(), WRITES_BACK_WITHIN).not.toBe(primary)
    load.mark()
    await expect.poll(() => load.createdSince, WRITES_BACK_WITHIN).toBeGreaterThan(0)
    const backAfter = (performance.now() - failedAt) / 1000
    console.log(`${what}: writes were back after ${backAfter.toFixed(1)} s`)
    expect(backAfter).toBeLessThan(WRITES_BACK_WITHIN.timeout / 1000)
    await expect.poll(() => load.createdSince).toBeGreaterThan(20)
    await load.stop()

    expect(load.failed).toEqual([])
    await expect.poll(async () => (await code()).scanCounter).toBe(load.redirected)
    const kept = await person.codeIds(program.url)
    expect(load.created.filter((each) => !kept.has(each))).toEqual([])
    if (comesBack) await expect.poll(() => cluster.synchronousStandby()).toBe(primary)
  },
)
