import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'

/** Dynamic codes of the free plan. */
const QUOTA = 5
const AT_ONCE = 50

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-quota-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

test('fifty creations at once on two processes fill a plan exactly', async () => {
  const postgres = await startPostgres()
  try {
    const programs: Program[] = []
    for (const name of ['one', 'two']) {
      const program = await startProgram({ DATABASE_URL: postgres.url, DATA_DIR: join(folder, name) })
      await program.ready
      programs.push(program)
    }
    const [one] = programs
    const person = await Person.register(one?.url ?? '')
    const created = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, at) =>
        createPatiently(person, programs[at % 2]?.url ?? '', `https://shop.example/${at}`),
      ),
    )
    const refusals = created.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(refusals.filter((reason) => !reason.includes('ExceedLimitation'))).toEqual([])
    expect(created.length - refusals.length).toBe(QUOTA)
    expect((await person.codeIds(one?.url ?? '')).size).toBe(QUOTA)
  } finally {
    await postgres.stop()
  }
})

/**
 * Sent again when the product asks for that, and stored nothing: on a busy machine the last of fifty wait longer for
 * their turn at one account than a call may.
 */
async function createPatiently(person: Person, url: string, target: string): Promise<string> {
  for (;;) {
    try {
      return await person.createCode(url, target)
    } catch (error) {
      if (!String(error).includes('ServiceUnavailable')) throw error
    }
  }
}
