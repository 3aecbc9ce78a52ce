import { runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database'
import { type CopyValue, copy } from './copy'
import { query } from './database'
import { sqlState } from './query-error'

const storage = testDatabase()

const CREATE = sql`create temporary table samples (
  place int primary key, "plain ""text""" text, note text, big int8, exact float8, yes boolean, at timestamptz
) on commit drop`
const COLUMNS = ['place', 'plain "text"', 'note', 'big', 'exact', 'yes', 'at']

/** PostgreSQL takes neither NUL nor half a character, by whatever statement. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', '\b', 'N', '.', 'n', 't', '"', "'", ' ') }),
  )
  .map((value) => value.replaceAll('\0', '').toWellFormed())
const row = fc.tuple(
  text,
  fc.option(fc.oneof(text, fc.constantFrom('\\N', '\\.', '', 'NULL'))),
  fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  fc.option(fc.double()),
  fc.option(fc.boolean()),
  fc.option(
    fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    }),
  ),
)

test('any text, null, number and time comes back as it was', () =>
  fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 40 }), (rows) =>
      storage.database().transaction(async (tx) => {
        await tx.execute(CREATE)
        await copy(
          tx,
          'samples',
          COLUMNS,
          rows.map((values, place): CopyValue[] => [place, ...values]),
        )
        const stored = await query<{ values: unknown }>(
          tx,
          sql`select "plain ""text""" as plain, note, big, exact, yes,
            (extract(epoch from at) * 1000)::int8 as ms from samples order by place`,
        )
        expect(stored).toEqual(
          rows.map(([plain, note, big, exact, yes, at]) => ({
            plain,
            note,
            big,
            exact: exact === 0 ? 0 : exact,
            yes,
            ms: at && BigInt(at.getTime()),
          })),
        )
        await tx.execute(sql`drop table samples`)
      }),
    ),
    { numRuns: runs(60) },
  ))

/** More than one piece before what goes wrong. */
function* manyThen(last: () => CopyValue[]): Generator<CopyValue[]> {
  for (let n = 0; n < 20_000; n++) yield [`code ${n}`, 'Name']
  yield last()
}

test.each<[what: string, table: string, last: () => CopyValue[], failure: string | RegExp]>([
  ['a value is refused', 'notes_of_test', () => ['one', null], '23502'],
  ['a row is there already', 'notes_of_test', () => ['code 1', 'Name'], '23505'],
  ['a text has a NUL', 'notes_of_test', () => ['one', 'a\0b'], '22021'],
  ['a row is too short', 'notes_of_test', () => ['one'], '22P04'],
  ['the table is unknown', 'nowhere', () => ['one', 'Name'], '42P01'],
  [
    'the rows end in an error',
    'notes_of_test',
    () => {
      throw new Error('no more rows')
    },
    /^no more rows$/,
  ],
])('nothing is stored when %s, and the next transaction is sound', async (_, table, last, failure) => {
  const database = storage.database()
  await database.db.execute(
    sql`create table if not exists notes_of_test (code text primary key, name text not null)`,
  )
  const failed = await database
    .transaction((tx) => copy(tx, table, ['code', 'name'], manyThen(last)))
    .catch((error) => error)
  if (typeof failure === 'string') expect(sqlState(failed)).toBe(failure)
  else expect(failed.message).toMatch(failure)
  expect(JSON.stringify(failed) + failed.stack).not.toContain('code 1')
  await database.transaction((tx) => copy(tx, 'notes_of_test', ['code', 'name'], [['two', 'Name']]))
  expect(await query(database.db, sql`select code from notes_of_test`)).toEqual([{ code: 'two' }])
  await database.db.execute(sql`drop table notes_of_test`)
})

test('rows are copied in a transaction or a part of one, and no row is a copy too', async () => {
  const database = storage.database()
  await expect(copy(database.db, 'plans', ['code'], [['x']])).rejects.toThrow('in a transaction')
  await database.transaction(async (tx) => {
    await tx.execute(CREATE)
    await copy(tx, 'samples', ['place'], [])
    await copy(tx, 'samples', ['place'], [[1]])
    const part = tx.transaction((inner) => copy(inner, 'samples', ['place'], [[2], [1]]))
    await expect(part).rejects.toSatisfy((error) => sqlState(error) === '23505')
    await tx.transaction((inner) => copy(inner, 'samples', ['place'], [[3]]))
    expect(await query(tx, sql`select place from samples order by 1`)).toEqual([{ place: 1 }, { place: 3 }])
  })
})
