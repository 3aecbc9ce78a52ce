import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { copyStartedData } from '../../../scripts/test/started-data.mjs'
import { killPoints } from '../harness/kill-points'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'

const killPoint = killPoints('kill')

const isNightly = process.env['NIGHTLY'] === '1'
/** An even number: PostgreSQL is killed with every second one. */
const KILLS = isNightly ? 20 : 8
const CLIENTS = 4

/** Saves codes until the program is gone; each answered id goes to `acknowledged` at once. */
async function load(
  person: Person,
  url: string,
  acknowledged: Set<string>,
  onSaved: () => void,
): Promise<void> {
  try {
    for (;;) {
      acknowledged.add(await person.createCode(url, `https://shop.example/${acknowledged.size}`))
      onSaved()
    }
  } catch {
    // The program was killed: an unacknowledged request may have had its effect or not.
  }
}

/** Kills under load after a number of responses that differs from run to run. */
async function killInLoad(
  program: Program,
  person: Person,
  acknowledged: Set<string>,
  kill: () => Promise<void>,
) {
  const killAfter = killPoint(1, 40)
  let saved = 0
  let killed: Promise<void> | undefined
  const onSaved = () => {
    saved++
    if (saved === killAfter) killed = kill()
  }
  await Promise.all(Array.from({ length: CLIENTS }, () => load(person, program.url, acknowledged, onSaved)))
  expect(saved, program.complaint()).toBeGreaterThanOrEqual(killAfter)
  await killed
}

async function expectAllThere(settings: Record<string, string>, person: Person, acknowledged: Set<string>) {
  const program = await startProgram(settings)
  await program.ready
  const found = await person.codeIds(program.url)
  await program.kill('SIGTERM')
  expect([...acknowledged].filter((id) => !found.has(id))).toEqual([])
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS)
}

async function registered(settings: Record<string, string>): Promise<Person> {
  const program = await startProgram(settings)
  await program.ready
  const person = await Person.register(program.url)
  await program.kill('SIGTERM')
  return person
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-kill-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

test(`embedded: ${KILLS} kills in mid-load lose no acknowledged code`, async () => {
  await copyStartedData(folder)
  const settings = { DATA_DIR: folder, BILLING: 'off' }
  const person = await registered(settings)
  const acknowledged = new Set<string>()
  for (let round = 0; round < KILLS; round++) {
    const program = await startProgram(settings)
    await program.ready
    await killInLoad(program, person, acknowledged, () => program.kill('SIGKILL'))
  }
  await expectAllThere(settings, person, acknowledged)
})

test(`PostgreSQL: ${KILLS} kills in mid-load, every second of the database too, lose no acknowledged code`, async () => {
  const postgres = await startPostgres()
  try {
    const settings = { DATA_DIR: folder, BILLING: 'off', DATABASE_URL: postgres.url }
    const person = await registered(settings)
    const acknowledged = new Set<string>()
    for (let round = 0; round < KILLS; round++) {
      const program = await startProgram(settings)
      await program.ready
      await killInLoad(program, person, acknowledged, async () => {
        if (round % 2 === 1) await postgres.kill()
        await program.kill('SIGKILL')
      })
      if (round % 2 === 1) await postgres.start()
    }
    await expectAllThere(settings, person, acknowledged)
  } finally {
    await killPrograms()
    await postgres.stop()
  }
})
