import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { mountLimitedDisk, NO_DISK_REASON, type TinyDisk } from '../harness/limited-disk'
import { Person } from '../harness/person'
import { killPrograms, startProgram } from '../harness/program'

const CODES = '/gateway/api/qrcode/user-codes'
/** Pages that tables have already take some rows. */
const MAX_TRIES = 2_000

let folder: string
let postgres: OwnPostgres
let disk: TinyDisk
beforeEach(async () => {
  folder = mkdtempSync(join('/var/tmp', 'scanleaf-tablespace-'))
  spawnSync('chmod', ['755', folder])
  postgres = await startPostgres()
})
afterEach(async () => {
  await killPrograms()
  await postgres.stop()
  disk?.unmount()
  rmSync(folder, { recursive: true, force: true })
})

/** The user that PostgreSQL runs as. */
const ownerOfPostgres = (): number => {
  const ids = ['postgres', 'nobody'].map((name) => spawnSync('id', ['-u', name]).stdout.toString().trim())
  return Number(ids.find((id) => id !== '') ?? 0)
}

/** A database whose tables lie on the small disk. */
async function databaseOnDisk(): Promise<string> {
  disk = mountLimitedDisk(join(folder, 'disk'), { kib: 48 * 1024, owner: ownerOfPostgres() })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create tablespace small location '${disk.folder}'`)
  await client.query('create database scanleaf tablespace small')
  await client.end()
  return Object.assign(new URL(postgres.url), { pathname: '/scanleaf' }).href
}

test.skipIf(NO_DISK_REASON)(
  `a full disk of the database refuses writes, not visitors, and loses nothing${NO_DISK_REASON ? ` (${NO_DISK_REASON})` : ''}`,
  async () => {
    const settings = {
      DATABASE_URL: await databaseOnDisk(),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'scanleaf-')),
    }
    const program = await startProgram({ ...settings, BILLING: 'off', LOG_LEVEL: 'fatal' })
    await program.ready
    const person = await Person.register(program.url)
    const first = await person.createCode(program.url, 'https://shop.example/first')
    const { dynamicId } = await person.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${first}`)
    const scan = async () => (await fetch(`${program.publicUrl}/${dynamicId}`, { redirect: 'manual' })).status
    expect(await scan()).toBe(302)
    const kept = new Set([first])
    const save = async (target: string): Promise<number> => {
      const reply = await fetch(`${program.url}${CODES}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          contentType: 'Website',
          codeContent: JSON.stringify({ content: target }),
          isDynamicCode: true,
        }),
      })
      const body = (await reply.json()) as { result?: { id: string } }
      if (body.result) kept.add(body.result.id)
      return reply.status
    }
    disk.fill()
    let status = 201
    const long = 'x'.repeat(3_000)
    for (let tries = 0; status === 201 && tries < MAX_TRIES; tries++)
      status = await save(`https://shop.example/${tries}/${long}`)
    expect(status).toBe(503)
    expect(await scan()).toBe(302)
    disk.free()
    await expect.poll(() => save('https://shop.example/again'), { timeout: 30_000 }).toBe(201)
    const found = await person.codeIds(program.url)
    expect([...kept].filter((id) => !found.has(id))).toEqual([])
    rmSync(settings.DATA_DIR, { recursive: true, force: true })
  },
)
