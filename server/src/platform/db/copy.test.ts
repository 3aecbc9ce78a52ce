import { runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database'
import { copy } from './copy'
import { query } from './database'
import { sqlState } from './query-error'

const storage = testDatabase()

const CREATE = sql`create temporary table samples (place int8 primary key, "a ""note""" int8 not null) on commit drop`
const COLUMNS = ['place', 'a "note"']

/** A row of 64-bit numbers in the binary format of COPY: how many fields, and each behind its length, -1 for null. */
function rowOf(values: readonly (bigint | null)[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeInt16BE(values.length)
  const fields = values.map((value) => {
    const field = Buffer.alloc(value === null ? 4 : 12)
    field.writeInt32BE(value === null ? -1 : 8)
    if (value !== null) field.writeBigInt64BE(value, 4)
    return field
  })
  return Buffer.concat([count, ...fields])
}

const number = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })

test('any rows in any pieces come back as they were', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.array(number, { maxLength: 30 }), { maxLength: 5 }), (pieces) =>
      storage.database().transaction(async (tx) => {
        await tx.execute(CREATE)
        let place = 0n
        const rows = pieces.map((notes) => notes.map((note) => [place++, note]))
        await copy(
          tx,
          'samples',
          COLUMNS,
          rows.map((piece) => Buffer.concat(piece.map(rowOf))),
        )
        const stored = await query<{ note: bigint }>(
          tx,
          sql`select "a ""note""" as note from samples order by place`,
        )
        expect(stored.map(({ note }) => BigInt(note))).toEqual(pieces.flat())
        await tx.execute(sql`drop table samples`)
      }),
    ),
    { numRuns: runs(60) },
  ))

/** More than one piece before what goes wrong. */
function* manyThen(last: () => Buffer): Generator<Buffer> {
  for (let n = 0n; n < 20_000n; n++) yield rowOf([n, 4711n])
  yield last()
}

test.each<[what: string, table: string, last: () => Buffer, failure: string | RegExp]>([
  ['a value is refused', 'notes_of_test', () => rowOf([-1n, null]), '23502'],
  ['a row is there already', 'notes_of_test', () => rowOf([1n, 1n]), '23505'],
  ['a row is too short', 'notes_of_test', () => rowOf([-1n]), '22P04'],
  ['the table is unknown', 'nowhere', () => rowOf([-1n, 1n]), '42P01'],
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
    sql`create table if not exists notes_of_test (place int8 primary key, note int8 not null)`,
  )
  const failed = await database
    .transaction((tx) => copy(tx, table, ['place', 'note'], manyThen(last)))
    .catch((error) => error)
  if (typeof failure === 'string') expect(sqlState(failed)).toBe(failure)
  else expect(failed.message).toMatch(failure)
  expect(JSON.stringify(failed) + failed.stack).not.toContain('4711')
  await database.transaction((tx) => copy(tx, 'notes_of_test', ['place', 'note'], [rowOf([2n, 2n])]))
  expect(await query(database.db, sql`select place::int from notes_of_test`)).toEqual([{ place: 2 }])
  await database.db.execute(sql`drop table notes_of_test`)
})

test('rows are copied in a transaction or a part of one, and no row is a copy too', async () => {
  const database = storage.database()
  await expect(copy(database.db, 'plans', ['position'], [rowOf([1n])])).rejects.toThrow('in a transaction')
  await database.transaction(async (tx) => {
    await tx.execute(sql`create temporary table samples (place int8 primary key) on commit drop`)
    await copy(tx, 'samples', ['place'], [])
    await copy(tx, 'samples', ['place'], [rowOf([1n])])
    const part = tx.transaction((inner) => copy(inner, 'samples', ['place'], [rowOf([2n]), rowOf([1n])]))
    await expect(part).rejects.toSatisfy((error) => sqlState(error) === '23505')
    await tx.transaction((inner) => copy(inner, 'samples', ['place'], [rowOf([3n])]))
    expect(await query(tx, sql`select place::int from samples order by 1`)).toEqual([
      { place: 1 },
      { place: 3 },
    ])
  })
})
