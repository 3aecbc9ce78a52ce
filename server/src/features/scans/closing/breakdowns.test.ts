import { randomUUID } from 'node:crypto'
import { runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { testDatabase } from '../../../testing/database'
import { ensureMonths } from '../repository'
import { BreakdownCounts } from './breakdown-counts'
import { type AddedBreakdown, addToBreakdowns } from './closing-repository'

const storage = testDatabase()

const countsOf = (keys: readonly string[]): BreakdownCounts => {
  const counts = new BreakdownCounts()
  for (const key of keys) {
    const [dimension = '', value = ''] = key.split(':')
    counts.add(dimension, value, true)
  }
  return counts
}

const byKey = ({ lists: { keys, scans, uniques } }: BreakdownCounts) =>
  Object.fromEntries(keys.map((key, place) => [key, [scans[place], uniques[place]]]))

test('importers that add to the same breakdowns at once add up to the whole', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(
          fc.tuple(
            fc.nat(2),
            fc.array(fc.constantFrom('country:VN', 'country:', 'device:phone', 'kind:bot'), { minLength: 1 }),
          ),
          { minLength: 1, maxLength: 3 },
        ),
        { minLength: 1, maxLength: 4 },
      ),
      async (importers) => {
        const subjects = [randomUUID(), randomUUID(), randomUUID()]
        const rowsOf = (scans: [number, string[]][]): AddedBreakdown[] =>
          [...new Map(scans)].map(([subject, keys]) => ({
            subject: subjects[subject] as string,
            minutes: 1440,
            at: '2026-11-01T00:00:00.000Z',
            ...countsOf(keys).lists,
          }))
        const database = storage.database()
        await database.transaction((tx) => ensureMonths(tx, ['2026-11-01']))
        await Promise.all(
          importers.map((scans) => database.transaction((tx) => addToBreakdowns(tx, rowsOf(scans)))),
        )
        for (const [index, subject] of subjects.entries()) {
          const [row] = await query<{ counts: string }>(
            database.db,
            sql`select json_object_agg(key, array[scans, uniques])::text as counts
                from (select unnest(keys) as key, unnest(scans) as scans, unnest(uniques) as uniques
                  from scan_breakdowns where subject = ${subject}) as each`,
          )
          const expected = countsOf(importers.flatMap((scans) => new Map(scans).get(index) ?? []))
          expect(JSON.parse(row?.counts ?? '{}') ?? {}).toEqual(byKey(expected))
        }
      },
    ),
    { numRuns: runs(20) },
  ))

test('a dimension names its first 200 values and loses none', () => {
  const sites = Array.from({ length: 300 }, (_, n) => `referrer:site-${n}.example`)
  const counts = Object.entries(byKey(countsOf([...sites, ...sites, 'country:VN'])))
  const referrers = counts.filter(([key]) => key.startsWith('referrer:'))
  expect(referrers).toHaveLength(201)
  expect(referrers.at(-1)).toEqual(['referrer:*', [200, 200]])
  expect(counts.at(-1)).toEqual(['country:VN', [1, 1]])
})
