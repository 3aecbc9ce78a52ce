import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BillingAccount, RedirectInfo } from '@scanleaf/shared'
import { type VnpaySimulator, vnpaySimulator } from '@scanleaf/simulators'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import {
  type BaseBackup,
  makeFolder,
  type OwnPostgres,
  startPostgres,
} from '../../../scripts/test/postgres.mjs'
import { closedName, parseSegmentName } from '../../src/platform/journal/segment-name'
import { ask } from '../harness/ask'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { runTool } from '../harness/run-tool'

const SHOP = { tmnCode: 'SIMULATE', hashSecret: 'vnpay-simulator' }
const AMOUNT = 50_000
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-recovery-'))
const journal = join(folder, 'data', 'journal')
const { folder: archive } = makeFolder()
let primary: OwnPostgres
let base: BaseBackup
let recovered: OwnPostgres
let vnpay: VnpaySimulator
let settings: Record<string, string>

beforeAll(async () => {
  const started = await startPostgres({
    settings: [
      'fsync=off',
      'archive_mode=on',
      `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    ],
  })
  primary = started
  const [port] = await freePorts(1)
  vnpay = await vnpaySimulator({ ...SHOP, webhookUrl: `http://127.0.0.1:${port}/webhooks/vnpay` })
  settings = {
    VNPAY_TMN_CODE: SHOP.tmnCode,
    VNPAY_HASH_SECRET: SHOP.hashSecret,
    VNPAY_PAY_URL: vnpay.payUrl,
    VNPAY_API_URL: vnpay.apiUrl,
    PORT: `${port}`,
    DATA_DIR: join(folder, 'data'),
    SCAN_DURABILITY: 'sync',
  }
  // The tables are made before the base backup, as in an installation that runs.
  const program = await startProgram({ ...settings, DATABASE_URL: primary.url })
  await program.ready
  base = await started.backUp()
  await program.kill('SIGTERM')
})
afterAll(async () => {
  await killPrograms()
  await vnpay?.close()
  await recovered?.stop()
  await primary?.stop()
  base?.remove()
  for (const each of [folder, archive]) rmSync(each, { recursive: true, force: true })
})

const targetOf = async ({ publicUrl }: Program, dynamicId: string) =>
  (
    await fetch(`${publicUrl}/${dynamicId}`, { redirect: 'manual', headers: { 'user-agent': PHONE } })
  ).headers.get('location')

async function scan(program: Program, dynamicId: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++)
    expect(await targetOf(program, dynamicId)).toBe('https://example.com/')
}

interface Code {
  dynamicId: string
  scanCounter: number
}

const codeOf = (person: Person, { url }: Program, id: string) =>
  person.get<Code>(url, `qrcode/user-codes/${id}`)

const balanceOf = async (person: Person, { url }: Program) =>
  (await person.get<BillingAccount>(url, 'billing/billing-accounts/info')).currentBalance

async function pay(person: Person, { url }: Program): Promise<void> {
  const order = { amount: AMOUNT, paymentType: 'vnpay' }
  const { payUrl } = await person.post<RedirectInfo>(url, 'billing/transactions', order, randomUUID())
  await vnpay.visit(payUrl)
}

/** Scans whose segments stay on disk beside the journal too, as if the process had died before it removed them. */
async function scanAndKeep(program: Program, dynamicId: string, times: number, name: string): Promise<void> {
  const client = new pg.Client(primary.url)
  await client.connect()
  await client.query('begin; lock table scan_batches')
  await scan(program, dynamicId, times)
  mkdirSync(join(folder, name))
  for (const file of readdirSync(journal).filter((each) => parseSegmentName(each)))
    linkSync(join(journal, file), join(folder, name, closedName(file)))
  await client.query('commit')
  await client.end()
}

/** Puts kept segments back into the journal. */
function putBack(name: string): void {
  for (const file of readdirSync(join(folder, name))) linkSync(join(folder, name, file), join(journal, file))
}

/** The next full second of the database, once it is over. */
async function nextSecond(): Promise<string> {
  const { at } = await ask<{ at: string }>(
    primary,
    `select (date_trunc('second', clock_timestamp()) + interval '1 second')::text as at`,
  )
  const isOver = `select clock_timestamp() > '${at}' as done`
  await expect.poll(async () => (await ask<{ done: boolean }>(primary, isOver)).done).toBe(true)
  return at
}

test('after a recovery to a second, what was before is there, what was after is not, and every scan on disk counts once', async () => {
  const program = await startProgram({ ...settings, DATABASE_URL: primary.url })
  await program.ready
  const person = await Person.register(program.url)
  const id = await person.createCode(program.url, 'https://example.com/')
  const { dynamicId } = await codeOf(person, program, id)
  const counted = (running: Program) => codeOf(person, running, id).then(({ scanCounter }) => scanCounter)
  await scan(program, dynamicId, 5)
  await expect.poll(() => counted(program)).toBe(5)
  await scanAndKeep(program, dynamicId, 7, 'before')
  await pay(person, program)
  await expect.poll(() => counted(program)).toBe(12)
  await expect.poll(() => balanceOf(person, program)).toBe(AMOUNT)

  const second = await nextSecond()
  const later = await person.createCode(program.url, 'https://example.com/later')
  const { dynamicId: laterId } = await codeOf(person, program, later)
  await pay(person, program)
  await expect.poll(() => balanceOf(person, program)).toBe(2 * AMOUNT)
  await scan(program, dynamicId, 11)
  await expect.poll(() => counted(program)).toBe(23)
  await scanAndKeep(program, dynamicId, 13, 'after')
  await expect.poll(() => counted(program)).toBe(36)
  expect(await targetOf(program, laterId)).toBe('https://example.com/later')
  // What `archive_timeout` does each minute.
  const { file } = await ask<{ file: string }>(primary, 'select pg_walfile_name(pg_switch_wal()) as file')
  await expect.poll(() => readdirSync(archive)).toContain(file)
  await primary.kill()
  await scan(program, dynamicId, 17)
  await program.kill('SIGKILL')

  recovered = await base.recover([
    `restore_command=cp ${archive}/%f %p`,
    `recovery_target_time=${second}`,
    'recovery_target_action=promote',
  ])
  putBack('before')
  putBack('after')
  const again = await startProgram({ ...settings, DATABASE_URL: recovered.url })
  await again.ready
  // Five and seven of before, thirteen and seventeen from the disk; the eleven after the second were only in the database.
  await expect.poll(() => counted(again)).toBe(5 + 7 + 13 + 17)
  expect(await balanceOf(person, again)).toBe(AMOUNT)
  expect(await person.codeIds(again.url)).toEqual(new Set([id]))
  expect(await targetOf(again, laterId)).toBeNull()
  await scan(again, dynamicId, 1)
  await expect.poll(() => counted(again)).toBe(5 + 7 + 13 + 17 + 1)
  await expect.poll(() => readdirSync(journal).filter((each) => each.endsWith('.closed'))).toEqual([])
  await again.kill('SIGTERM')
  const doctor = await runTool('doctor-cli', [], { ...settings, DATABASE_URL: recovered.url })
  expect(doctor).toEqual({ code: 0, out: 'No problems found.\n', complaint: '' })
})
