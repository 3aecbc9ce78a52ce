import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { givenCode } from '../../../testing/code'
import { testDatabase } from '../../../testing/database'
import { aScan, givenImported } from '../../../testing/scan'
import { rankStaleCodes } from '../repository'
import { DeferredRanks } from './deferred-ranks'
import { foldSome } from './fold-repository'

const storage = testDatabase()

/** Codes whose scans a fold has counted, as often as named. */
async function imported(...counts: number[]): Promise<string[]> {
  const database = storage.database()
  const codes: string[] = []
  for (const count of counts) {
    const { codeId } = await givenCode(database)
    codes.push(codeId)
    await givenImported(
      database,
      Array.from({ length: count }, () => aScan(codeId)),
    )
    expect(await foldSome(database, 1_000)).toMatchObject({ taken: count, counted: [codeId] })
  }
  return codes
}

const ranksOf = async (codes: string[]): Promise<number[]> => {
  const rows = await query<{ code_id: string; scans: bigint }>(
    storage.database().db,
    sql`select code_id, scans from user_code_ranks`,
  )
  return codes.map((code) => Number(rows.find(({ code_id }) => code_id === code)?.scans))
}

test('a list is sorted by what was counted once its ranks were flushed, by two folders at once too', async () => {
  const codes = await imported(3, 1, 2)
  expect(await ranksOf(codes)).toEqual([0, 0, 0])
  const both = [new DeferredRanks(storage.database()), new DeferredRanks(storage.database())]
  for (const ranks of both) ranks.note(codes)
  await Promise.all(both.map((ranks) => ranks.flush()))
  expect(await ranksOf(codes)).toEqual([3, 1, 2])
})

test('what a killed folder owed is found by comparing, and nothing else changes', async () => {
  const codes = await imported(2, 1)
  await storage.database().db.execute(sql`update scan_counters set scans = 1 where code_id = ${codes[1]}`)
  const [before] = await query(
    storage.database().db,
    sql`select ctid::text from user_code_ranks
    where code_id = ${codes[1]}`,
  )
  await new DeferredRanks(storage.database()).reconcile()
  expect(await ranksOf(codes)).toEqual([2, 1])
  const [after] = await query(
    storage.database().db,
    sql`select ctid::text from user_code_ranks
    where code_id = ${codes[1]}`,
  )
  expect(after).toEqual(before)
})

test('codes without a counter, of which a step may have nothing else, do not end the comparison', async () => {
  const [uncounted = '', counted = ''] = (await imported(1, 1)).sort()
  await storage.database().db.execute(sql`delete from scan_counters where code_id = ${uncounted}`)
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null) after = await rankStaleCodes(storage.database().db, after, 1)
  expect(await ranksOf([counted])).toEqual([1])
})
