import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BillingAccount, RedirectInfo } from '@scanleaf/shared'
import { type VnpaySimulator, vnpaySimulator } from '@scanleaf/simulators'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { pdfOf } from '../../src/features/media/testing'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { runTool } from '../harness/run-tool'

const CODES = 3
const SHOP = { tmnCode: 'SIMULATE', hashSecret: 'vnpay-simulator' }
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-backup-'))
const backup = join(folder, 'backup')
let postgres: OwnPostgres
let vnpay: VnpaySimulator

beforeAll(async () => {
  postgres = await startPostgres({ settings: ['fsync=off'] })
})
afterAll(async () => {
  await killPrograms()
  await vnpay?.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function emptyDatabase(name: string): Promise<string> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(postgres.url), { pathname: name }).href
}

async function rowsOf(url: string, table: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(`select count(*)::int as count from ${table}`)
  await client.end()
  return rows[0].count
}

const filesOf = (backup: string) =>
  [...readFileSync(join(backup, 'SHA256SUMS'), 'utf8').matchAll(/files\/\S+/g)].map(([name]) => name).sort()
/** One file under two names. */
const isSame = (one: string, other: string) =>
  existsSync(one) && existsSync(other) && statSync(one).ino === statSync(other).ino

async function targetOf({ publicUrl }: Program, dynamicId: string): Promise<string | null> {
  const headers = { 'user-agent': PHONE }
  return (await fetch(`${publicUrl}/${dynamicId}`, { redirect: 'manual', headers })).headers.get('location')
}

/** Scans of each code, by its id. */
async function countsOf(person: Person, { url }: Program): Promise<Map<string, number>> {
  const path = 'qrcode/user-codes?productId=dynamic-code&limit=100'
  const codes = await person.get<{ dynamicId: string; scanCounter: number }[]>(url, path)
  return new Map(codes.map(({ dynamicId, scanCounter }) => [dynamicId, scanCounter]))
}

const balanceOf = async (person: Person, { url }: Program): Promise<number> =>
  (await person.get<BillingAccount>(url, 'billing/billing-accounts/info')).currentBalance

async function pay(person: Person, { url }: Program): Promise<void> {
  const order = { amount: 50_000, paymentType: 'vnpay' }
  const { payUrl } = await person.post<RedirectInfo>(url, 'billing/transactions', order, randomUUID())
  await vnpay.visit(payUrl)
}

/** People who scan, upload and pay without a pause, until stopped. */
function crowd(person: Person, program: Program, dynamicIds: readonly string[]) {
  let isStopped = false
  const on = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isStopped; turn++) await work(turn)
  }
  const working = Promise.all([
    on((turn) => targetOf(program, dynamicIds[turn % dynamicIds.length] as string)),
    on((turn) => targetOf(program, dynamicIds[(turn * 7) % dynamicIds.length] as string)),
    on((turn) => person.uploadPdf(program.url, new Uint8Array(pdfOf(2000 + turn)))),
    on(() => pay(person, program)),
  ])
  return async () => {
    isStopped = true
    await working
  }
}

test('a backup made while people scan, upload and pay is whole, and restored elsewhere it goes on from there', async () => {
  const [port, otherPort] = await freePorts(2)
  vnpay = await vnpaySimulator({ ...SHOP, webhookUrl: `http://127.0.0.1:${port}/webhooks/vnpay` })
  const settings = {
    VNPAY_TMN_CODE: SHOP.tmnCode,
    VNPAY_HASH_SECRET: SHOP.hashSecret,
    VNPAY_PAY_URL: vnpay.payUrl,
    VNPAY_API_URL: vnpay.apiUrl,
  }
  const first = { ...settings, DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'first'), PORT: `${port}` }
  const program = await startProgram(first)
  await program.ready
  const person = await Person.register(program.url)
  const targets = new Map<string, string>()
  for (let n = 0; n < CODES; n++) {
    const id = await person.createCode(program.url, `https://example.com/${n}`)
    const code = await person.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${id}`)
    targets.set(code.dynamicId, `https://example.com/${n}`)
  }
  const stop = crowd(person, program, [...targets.keys()])
  await expect.poll(() => balanceOf(person, program), { timeout: 60_000 }).toBeGreaterThan(100_000)
  await expect
    .poll(async () => Math.min(...(await countsOf(person, program)).values()), { timeout: 60_000 })
    .toBeGreaterThan(3)

  const before = { counts: await countsOf(person, program), balance: await balanceOf(person, program) }
  const made = await runTool('backup-cli', ['backup', backup], first)
  expect(made).toMatchObject({ code: 0, complaint: '' })
  const after = { counts: await countsOf(person, program), balance: await balanceOf(person, program) }
  await stop()
  await program.kill('SIGTERM')

  const second = {
    ...settings,
    DATABASE_URL: await emptyDatabase('restored'),
    DATA_DIR: join(folder, 'second'),
    PORT: `${otherPort}`,
  }
  const restored = await runTool('backup-cli', ['restore', backup], second)
  expect(restored).toMatchObject({ code: 0, complaint: '' })
  const amount = (out: string) =>
    out.replace(/ \(\d+ of them[^)]*\)/, '').match(/^\d+ rows, \d+ files and \d+ journal files /)?.[0]
  expect(amount(made.out)).toBeDefined()
  expect(amount(restored.out)).toBe(amount(made.out))
  // Every file by its SHA-256, every id, the counters against the log, the ledger. Scans that waited may be older by now
  // than a running server lets them become.
  const { findings } = JSON.parse((await runTool('doctor-cli', ['--json'], second)).out)
  const isWaiting = ({ fault }: { fault: string }) => /^(journal-not-imported|scans-not-counted)$/.test(fault)
  expect(findings.filter((finding: { fault: string }) => !isWaiting(finding))).toEqual([])

  const other = await startProgram(second)
  await other.ready
  const balance = await balanceOf(person, other)
  expect(balance).toBeGreaterThanOrEqual(before.balance)
  expect(balance).toBeLessThanOrEqual(after.balance)
  const isNowhereBehind = (counts: Map<string, number>, than: Map<string, number>, more: number) =>
    [...than].every(([id, count]) => (counts.get(id) ?? 0) >= count + more)
  expect(isNowhereBehind(await countsOf(person, other), before.counts, 0)).toBe(true)
  for (const [dynamicId, target] of targets) expect(await targetOf(other, dynamicId)).toBe(target)
  await expect
    .poll(async () => isNowhereBehind(await countsOf(person, other), before.counts, 1), { timeout: 30_000 })
    .toBe(true)
  await other.kill('SIGTERM')
  expect(await runTool('doctor-cli', [], second)).toEqual({
    code: 0,
    out: 'No problems found.\n',
    complaint: '',
  })
})

test('the next backup shares the files that the last one has, and without the log of scans it restores all the rest', async () => {
  const first = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'first') }
  const next = join(folder, 'backup-2')
  const made = await runTool('backup-cli', ['backup', next, '--without-scans'], first)
  const names = filesOf(next)
  const shared = names.filter((name) => isSame(join(backup, name), join(next, name)))
  expect(shared.length).toBeGreaterThan(0)
  expect(shared).toEqual(names.filter((name) => filesOf(backup).includes(name)))
  expect(made.out).toContain(`${names.length} files (${shared.length} of them shared with the last backup)`)

  const full = join(folder, 'backup-3')
  await runTool('backup-cli', ['backup', full, '--full'], first)
  expect(filesOf(full).filter((name) => isSame(join(next, name), join(full, name)))).toEqual([])

  // A backup outlives those that it shares files with.
  rmSync(full, { recursive: true })
  const third = { DATABASE_URL: await emptyDatabase('third'), DATA_DIR: join(folder, 'third') }
  expect(await runTool('backup-cli', ['restore', next], third)).toMatchObject({ code: 0, complaint: '' })
  expect(await runTool('doctor-cli', [], third)).toMatchObject({ out: 'No problems found.\n' })
  expect(await rowsOf(third.DATABASE_URL, 'scan_rows')).toBe(0)
  expect(await rowsOf(third.DATABASE_URL, 'scan_counters where scans > 0')).toBe(CODES)
  const wrong = await runTool('backup-cli', ['backup', full, '--without-logs'], first)
  expect(wrong).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/^Unknown option '--without-logs'/),
  })
})

test('a backup is restored into an empty installation alone, and only when it is whole', async () => {
  const used = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'first') }
  const intoUsed = await runTool('backup-cli', ['restore', backup], used)
  expect(intoUsed).toMatchObject({ code: 1, out: '' })
  expect(intoUsed.complaint).toMatch(/^The database is not empty, and nothing was changed/)

  const DATABASE_URL = await emptyDatabase('refused')
  const besideFiles = await runTool('backup-cli', ['restore', backup], { ...used, DATABASE_URL })
  expect(besideFiles.complaint).toMatch(/^There are files already, and nothing was changed/)

  const fresh = { DATABASE_URL, DATA_DIR: join(folder, 'fresh') }
  const again = await runTool('backup-cli', ['backup', backup], used)
  expect(again.complaint).toMatch(/ already exists: choose another folder name\.\n$/)
  expect(again.code).toBe(1)

  const cut = readFileSync(join(backup, 'SHA256SUMS'), 'utf8').match(/files\/\S+/)?.[0] ?? ''
  // A file that was cut in place would be cut in each backup that shares it.
  const harmed = join(folder, 'cut')
  cpSync(backup, harmed, { recursive: true })
  truncateSync(join(harmed, cut), 100)
  const fromCut = await runTool('backup-cli', ['restore', harmed], fresh)
  expect(fromCut).toMatchObject({ code: 1, out: '' })
  expect(fromCut.complaint).toContain(`is not a whole backup (${cut} was changed): nothing was restored`)
  const empty = await runTool('doctor-cli', [], fresh)
  expect(empty.complaint).toMatch(/is empty: start this version/)
  expect(readdirSync(join(fresh.DATA_DIR, 'files')).filter((name) => name !== 'tmp')).toEqual([])
})

/** The settings of an installation of its own that the whole first backup was restored into. */
async function restoredAs(name: string): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
  const settings = { DATABASE_URL: await emptyDatabase(name), DATA_DIR: join(folder, name) }
  const whole = join(folder, 'backup-2')
  expect(await runTool('backup-cli', ['restore', whole], settings)).toMatchObject({ code: 0 })
  return settings
}

function flipByte(path: string, at = 40): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

/** A stored file that is not an orphan, by its key. */
async function pdfsOf(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('select key from files order by key')
  await client.end()
  return rows.map(({ key }) => key)
}

/** A file of archived scans and its row. */
async function keepArchive(settings: { DATABASE_URL: string; DATA_DIR: string }, key: string): Promise<void> {
  const path = join(settings.DATA_DIR, 'files', key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'x'.repeat(100))
  const client = new pg.Client(settings.DATABASE_URL)
  await client.connect()
  await client.query(
    `insert into scan_archives (key, day, part, rows, bytes, sha256, footer_bytes, footer_sha256, first_code, last_code,
       first_at, last_at, sums)
     select $1, '2026-01-05', 1, 1, 100, encode(sha256(repeat('x', 100)::bytea), 'hex'), 10, '', gen_random_uuid(),
       gen_random_uuid(), '2026-01-05Z', '2026-01-05Z', '[]'`,
    [key],
  )
  await client.end()
}

test('a backup of another DATA_DIR than that of the server fails, and says so', async () => {
  const { DATABASE_URL } = await restoredAs('elsewhere')
  const known = await rowsOf(DATABASE_URL, 'files')
  const elsewhere = { DATABASE_URL, DATA_DIR: join(folder, 'nothing-here') }
  const place = join(folder, 'of-nothing')
  const made = await runTool('backup-cli', ['backup', place], elsewhere)
  expect(made).toMatchObject({ code: 1, out: '' })
  const [, ofAll, lost] =
    /^Of (\d+) files that the database knows (\d+) are missing or damaged: /.exec(made.complaint) ?? []
  expect(Number(lost)).toBeGreaterThanOrEqual(known)
  expect(lost).toBe(ofAll)
  expect(made.complaint).toContain(`set DATA_DIR=${elsewhere.DATA_DIR} to that of the server`)
  expect(existsSync(place)).toBe(false)
  expect(existsSync(`${place}.incomplete`)).toBe(true)
  // Neither the alert nor the next backup takes it for one.
  expect(await rowsOf(DATABASE_URL, `backups where at > now() - interval '1 minute' and files = 0`)).toBe(0)
  expect(await runTool('backup-cli', ['verify', `${place}.incomplete`], {})).toMatchObject({ code: 1 })
})

test('a stored file that is missing, cut or changed is named, and the rest is backed up and can be restored', async () => {
  const settings = await restoredAs('decayed')
  const [missing = '', cut = '', changed = ''] = await pdfsOf(settings.DATABASE_URL)
  const pathOf = (key: string) => join(settings.DATA_DIR, 'files', key)
  const archive = 'scan-archive/2026-01/2026-01-05-0123456789abcdef'
  await keepArchive(settings, archive)
  rmSync(pathOf(missing))
  truncateSync(pathOf(cut), 100)
  flipByte(pathOf(changed))
  flipByte(pathOf(archive))
  const lost = [missing, cut, changed, archive]
  const place = join(folder, 'of-decayed')
  const made = await runTool('backup-cli', ['backup', place, '--full'], settings)
  expect(made).toMatchObject({ code: 1, out: '' })
  expect(made.complaint).toMatch(/^Of \d+ files that the database knows 4 are missing or damaged: /)
  for (const key of lost) expect(made.complaint).toContain(key)
  const incomplete = `${place}.incomplete`

  const fresh = { DATABASE_URL: await emptyDatabase('rest'), DATA_DIR: join(folder, 'rest') }
  const restore = (...options: string[]) => runTool('backup-cli', ['restore', incomplete, ...options], fresh)
  const refused = await restore()
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.complaint).toContain(`files/${missing} is missing`)
  expect(refused.complaint).toContain('without these, by --without-files=4')
  expect(await restore('--without-files=2')).toMatchObject({ code: 1, out: '' })
  expect(await restore('--without-files=x')).toMatchObject({ code: 1, out: '' })
  expect(readdirSync(join(fresh.DATA_DIR, 'files')).filter((name) => name !== 'tmp')).toEqual([])
  expect(await restore('--without-files=4')).toMatchObject({ code: 0, complaint: '' })
  const { out } = await runTool('doctor-cli', ['--json'], fresh)
  expect(
    JSON.parse(out)
      .findings.map(({ subject }: { subject: string }) => subject)
      .sort(),
  ).toEqual(lost.sort())
  // A lost file that is put back makes the next backup whole.
  for (const key of [missing, cut, changed]) cpSync(join(folder, 'backup-2/files', key), pathOf(key))
  flipByte(pathOf(archive))
  expect(await runTool('backup-cli', ['backup', place], settings)).toMatchObject({ code: 0, complaint: '' })
})

test('a byte that changes in a backup, its list or its dump is found without a database, and the next backup does not take it over', async () => {
  const settings = await restoredAs('spread')
  const place = join(folder, 'spread-backups/one')
  expect(await runTool('backup-cli', ['backup', place], settings)).toMatchObject({ code: 0 })
  const verify = (name: string) => runTool('backup-cli', ['verify', join(folder, 'spread-backups', name)], {})
  expect(await verify('one')).toMatchObject({ code: 0, complaint: '' })
  const [key = ''] = await pdfsOf(settings.DATABASE_URL)

  const harms: [harm: (copy: string) => void, told: RegExp][] = [
    [(copy) => flipByte(join(copy, 'files', key)), /files\/\S+ was changed/],
    [(copy) => truncateSync(join(copy, 'files', key), 10), /files\/\S+ was changed/],
    [(copy) => rmSync(join(copy, 'files', key)), /files\/\S+ is missing/],
    [(copy) => flipByte(join(copy, 'database.dump'), 1000), /database\.dump was changed/],
    [(copy) => appendFileSync(join(copy, 'database.dump'), ' '), /database\.dump was changed/],
    // A digit of a sum, a letter of a name, and the end of the list.
    [(copy) => flipByte(join(copy, 'SHA256SUMS'), 5), /was changed|SHA256SUMS/],
    [(copy) => flipByte(join(copy, 'SHA256SUMS'), 80), /is missing|SHA256SUMS/],
    [
      (copy) => {
        const list = join(copy, 'SHA256SUMS')
        writeFileSync(list, readFileSync(list, 'utf8').split('\n').slice(0, -2).join('\n').concat('\n'))
      },
      /SHA256SUMS was cut/,
    ],
    [
      (copy) => {
        const file = join(copy, 'files', key)
        renameSync(file, join(folder, 'moved'))
        symlinkSync(join(folder, 'moved'), file)
      },
      /files\/\S+ was changed/,
    ],
  ]
  for (const [harm, told] of harms) {
    const copy = join(folder, 'spread-backups/harmed')
    cpSync(place, copy, { recursive: true })
    harm(copy)
    const found = await verify('harmed')
    expect(found).toMatchObject({ code: 1, out: '' })
    expect(found.complaint).toMatch(told)
    const fresh = { DATABASE_URL: settings.DATABASE_URL, DATA_DIR: settings.DATA_DIR }
    expect(await runTool('backup-cli', ['restore', copy], fresh)).toMatchObject({ code: 1, out: '' })
    rmSync(copy, { recursive: true })
  }

  flipByte(join(place, 'files', key))
  const told = await runTool('doctor-cli', [`--backup=${place}`], settings)
  expect(told).toMatchObject({ code: 1, out: expect.stringMatching(/^backup-damaged .+ was changed/) })
  const next = join(folder, 'spread-backups/two')
  const made = await runTool('backup-cli', ['backup', next], settings)
  expect(made).toMatchObject({ code: 0, complaint: '' })
  expect(await verify('two')).toMatchObject({ code: 0 })
  expect(isSame(join(place, 'files', key), join(next, 'files', key))).toBe(false)
})
