import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanUpPdfs } from '../../src/features/pdf-codes'
import { formOf, pdfWith, someDetails } from '../../src/features/pdf-codes/testing'
import { systemClock } from '../../src/platform/clock'
import { openDatabase } from '../../src/platform/db'
import { query } from '../../src/platform/db/database'
import { openFiles } from '../../src/platform/files/file-store'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'

const PDFS = '/gateway/api/qrcode/pdf-qrcodes'
const KILLS = 10
const CHUNK = 64 * 1024
const TWO_DAYS_MS = 2 * 86_400_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-pdf-kill-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

/** No two are alike, and none is small enough to arrive at once. */
const aPdf = () => pdfWith(`Menu ${randomBytes(6).toString('hex')}`, { padding: 700_000 })

interface Sending {
  program: Program
  person: Person
  method: 'POST' | 'PATCH'
  path: string
  fields: Record<string, string>
  bytes: Buffer
}

/**
 * Sends a form in parts, and kills the program after this many of them; after all of them when there are fewer.
 * @returns the status, or null without a response
 */
async function sendAndKill({ program, person, method, path, fields, bytes }: Sending, killAfter: number) {
  const { headers, payload } = await formOf(fields, { bytes })
  const status = await new Promise<number | null>((resolve) => {
    const sent = request(`${program.url}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${person.token}`, 'content-length': payload.length },
    })
    sent.once('response', (answer) => resolve(answer.resume().statusCode ?? null))
    sent.once('error', () => resolve(null))
    const write = (part: number): void => {
      if (part === killAfter) void program.kill('SIGKILL')
      const chunk = payload.subarray(part * CHUNK, (part + 1) * CHUNK)
      if (chunk.length === 0) sent.end()
      else sent.write(chunk, () => setImmediate(write, part + 1))
    }
    write(0)
  })
  await program.kill('SIGKILL')
  // Else nothing was cut at all.
  if (killAfter < Math.floor(payload.length / CHUNK)) expect(status).toBeNull()
  return status
}

const fileOf = async (program: Program, name: string): Promise<Buffer | null> => {
  const answer = await fetch(`${program.publicUrl}/p/${name}/file`)
  if (answer.status === 404) return null
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

async function started(): Promise<Program> {
  const program = await startProgram({ DATA_DIR: folder, BILLING: 'off' })
  await program.ready
  return program
}

/** The part of the upload in which the kill happens differs from run to run; in the last ones everything has been sent. */
const killAfterOf = (round: number): number => (round < 7 ? 1 + round * 2 : 13)

test('killed in mid-upload and in mid-replace, every code serves a whole file, and nothing else is left', async () => {
  let program = await started()
  const person = await Person.register(program.url)
  const served = new Map<string, Buffer>()
  for (let round = 0; round < KILLS; round++) {
    const fields = someDetails({ name: `round-${round}` })
    const bytes = aPdf()
    const sending: Sending = { program, person, method: 'POST', path: PDFS, fields, bytes }
    const status = await sendAndKill(sending, killAfterOf(round))
    program = await started()
    const found = await fileOf(program, fields.name)
    if (status === 201) expect(found).not.toBeNull()
    if (found) {
      expect(found.equals(bytes)).toBe(true)
      served.set(fields.name, bytes)
    }
  }

  const fields = someDetails({ name: 'kept' })
  let bytes = aPdf()
  const id = await create(program, person, fields, bytes)
  for (let round = 0; round < KILLS; round++) {
    const next = aPdf()
    const sending: Sending = {
      program,
      person,
      method: 'PATCH',
      path: `${PDFS}/${id}`,
      fields: {},
      bytes: next,
    }
    const status = await sendAndKill(sending, killAfterOf(round))
    program = await started()
    const found = (await fileOf(program, 'kept')) as Buffer
    const isNew = found.equals(next)
    expect(isNew || found.equals(bytes)).toBe(true)
    if (status === 200) expect(isNew).toBe(true)
    if (isNew) bytes = next
  }
  served.set('kept', bytes)
  for (const [name, expected] of served) expect((await fileOf(program, name))?.equals(expected)).toBe(true)
  await program.kill('SIGTERM')
  await expectNoOrphans()
})

async function create(program: Program, person: Person, fields: Record<string, string>, bytes: Buffer) {
  const { headers, payload } = await formOf(fields, { bytes })
  const answer = await fetch(`${program.url}${PDFS}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${person.token}` },
    body: new Uint8Array(payload),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { result: { _id: string } }).result._id
}

/** After the cleanup of the day after tomorrow, the files are complete, and exactly those that codes have or had. */
async function expectNoOrphans(): Promise<void> {
  const files = await openFiles({ dataDir: folder, s3: null })
  const database = await openDatabase({ databaseUrl: null, dataDir: folder })
  try {
    const twoDaysAgo = new Date(Date.now() - TWO_DAYS_MS)
    for (const entry of readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), twoDaysAgo, twoDaysAgo)
    for (const [table, column] of [
      ['pdf_versions', 'replaced_at'],
      ['user_codes', 'deleted_at'],
      ['files', 'created_at'],
    ])
      await database.db.execute(`update ${table} set ${column} = ${column} - interval '2 days'`)
    await cleanUpPdfs({ database, files, clock: systemClock })
    const versions = await query<{ key: string; size: number }>(
      database.db,
      sql`select key, size from pdf_versions order by key`,
    )
    const rows = await query<{ key: string }>(database.db, sql`select key from files order by key`)
    expect(rows.map(({ key }) => key)).toEqual(versions.map(({ key }) => key))
    expect(filesUnder('pdf')).toEqual(versions.map(({ key }) => key))
    for (const { key, size } of versions) expect(readFileSync(join(folder, 'files', key))).toHaveLength(size)
    expect(filesUnder('tmp')).toEqual([])
    const [use] = await query<{ files: number }>(
      database.db,
      sql`select sum(files)::int as files from storage_use`,
    )
    expect(use?.files).toBe(versions.length)
  } finally {
    await database.close()
  }
}

function filesUnder(under: string): string[] {
  const found = readdirSync(join(folder, 'files', under), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'files').length + 1))
    .sort()
}
