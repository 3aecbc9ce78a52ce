import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database'
import { query } from './database'
import { readFunctions } from './functions'
import { migrate } from './migrate'

const storage = testDatabase()

/** Migrates with functions of which one, `probe`, returns the given text. */
async function migrateWith(revision: number, answer: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scanleaf-functions-'))
  try {
    const text = `-- Revision ${revision}\ncreate or replace function probe() returns text language sql as $$ select '${answer}' $$;\n`
    await writeFile(join(folder, 'probe.sql'), text)
    await migrate(storage.database(), readFunctions(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a changed text is applied once, and a server of the version before leaves a later one alone', async () => {
  const { db } = storage.database()
  const state = async () => {
    const [row] = await query(
      db,
      sql`select probe() as answer, revision, applied_at::text as at from schema_functions where name = 'probe'`,
    )
    return row
  }
  const seen: unknown[] = []
  for (const [revision, answer] of [
    [1, 'first'],
    [1, 'edited'],
    [2, 'second'],
    [1, 'edited'],
  ] as const) {
    await migrateWith(revision, answer)
    seen.push(await state())
  }
  expect(seen).toMatchObject([
    { answer: 'first', revision: 1 },
    { answer: 'edited', revision: 1 },
    { answer: 'second', revision: 2 },
    { answer: 'second', revision: 2 },
  ])
  await migrateWith(2, 'second')
  expect(await state()).toEqual(seen.at(-1))
})

test('all functions and triggers are applied over those that earlier versions made', async () => {
  const { db } = storage.database()
  const names = () =>
    query(db, sql`select name, revision, sha256 from schema_functions where name <> 'probe' order by 1`)
  const before = await names()
  await db.execute(sql`delete from schema_functions`)
  await migrate(storage.database())
  expect(await names()).toEqual(before)
  expect(before).toHaveLength(readFunctions().length)
})

test('a failing statement leaves no function of its file behind', async () => {
  const { db } = storage.database()
  const folder = await mkdtemp(join(tmpdir(), 'scanleaf-functions-'))
  const half = 'create or replace function half() returns text language sql as $$ select 1::text $$;'
  await writeFile(
    join(folder, 'half.sql'),
    `-- Revision 1\n${half}\n--> statement-breakpoint\nselect nothing();\n`,
  )
  await expect(migrate(storage.database(), readFunctions(folder))).rejects.toThrow()
  await rm(folder, { recursive: true })
  expect(await query(db, sql`select to_regproc('half') as made`)).toEqual([{ made: null }])
})
