import { count, eq, sql } from 'drizzle-orm'
import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database'
import { query } from './database'
import { sqlState, violatedConstraint } from './query-error'

const storage = testDatabase()

test('raw queries give the same values on both engines', async () => {
  const [row] = await query(
    storage.database().db,
    sql`select 9007199254740993::int8 as big, 7::int8 as small, array[1, 9007199254740993, null]::int8[] as list,
      timestamptz '2026-02-28 23:59:59.123456+07' as at, date '2026-02-28' as day, 1.50::numeric as exact,
      2::int4 as plain, null::text as nothing, '{"a":[1]}'::jsonb as json, true as yes`,
  )
  expect(row).toEqual({
    big: 9007199254740993n,
    small: 7n,
    list: [1n, 9007199254740993n, null],
    at: '2026-02-28 16:59:59.123456+00',
    day: '2026-02-28',
    exact: '1.50',
    plain: 2,
    nothing: null,
    json: { a: [1] },
    yes: true,
  })
})

const samples = pgTable('samples', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  amount: bigint({ mode: 'bigint' }).notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  note: text().unique('samples_note'),
  data: jsonb(),
})

const CREATE_SAMPLES = sql`create temporary table samples (
  id bigint primary key generated always as identity, amount bigint not null, at timestamptz not null,
  note text constraint samples_note unique, data jsonb) on commit drop`

test('typed columns map both ways: number, bigint, Date and JSON', async () => {
  await storage.database().transaction(async (tx) => {
    await tx.execute(CREATE_SAMPLES)
    const at = new Date('2026-03-01T00:00:00.123Z')
    const values = { amount: 9007199254740993n, at, note: "it's", data: { deep: ['ü', 1] } }
    const [saved] = await tx.insert(samples).values(values).returning()
    expect(saved).toEqual({ id: 1, ...values })
    expect(await tx.select({ n: count() }).from(samples).where(eq(samples.at, at))).toEqual([{ n: 1 }])
  })
})

test('a refused statement tells its SQLSTATE and constraint, and no value of a row', async () => {
  const secret = 'a-secret-value'
  const refused = storage.database().transaction(async (tx) => {
    await tx.execute(CREATE_SAMPLES)
    const row = { amount: 1n, at: new Date(), note: secret }
    await tx.insert(samples).values([row, row])
  })
  const error = await refused.catch((thrown) => thrown)
  expect(sqlState(error)).toBe('23505')
  expect(violatedConstraint(error)).toBe('samples_note')
  expect(JSON.stringify(error) + error.stack + error.message + error.cause).not.toContain(secret)
})
