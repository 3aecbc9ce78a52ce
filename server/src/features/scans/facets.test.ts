import { randomUUID } from 'node:crypto'
import { runs } from '@scanleaf/qr/property-runs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { query } from '../../platform/db/database'
import { testDatabase } from '../../testing/database'
import { FacetCounts } from './facets'
import { addToFacets, type FacetSums } from './facets-repository'

const storage = testDatabase()

const countsOf = (keys: readonly string[]): FacetCounts => {
  const counts = new FacetCounts()
  for (const key of keys) {
    const [dimension = '', value = ''] = key.split(':')
    counts.add(dimension, value, true)
  }
  return counts
}

test('importers that add to the same breakdowns at once add up to the whole', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(
          fc.tuple(
            fc.nat(2),
            fc.array(fc.constantFrom('country:VN', 'country:', 'device:phone', 'kind:bot')),
          ),
          { minLength: 1, maxLength: 3 },
        ),
        { minLength: 1, maxLength: 4 },
      ),
      async (importers) => {
        const subjects = [randomUUID(), randomUUID(), randomUUID()]
        const rowsOf = (scans: [number, string[]][]): FacetSums[] =>
          [...new Map(scans)].map(([subject, keys]) => ({
            subject: subjects[subject] as string,
            grain: 'day',
            at: '2026-11-01T00:00:00.000Z',
            facets: countsOf(keys),
          }))
        const database = storage.database()
        await Promise.all(
          importers.map((scans) => database.transaction((tx) => addToFacets(tx, rowsOf(scans)))),
        )
        for (const [index, subject] of subjects.entries()) {
          const [row] = await query<{ facets: string }>(
            database.db,
            sql`select facets::text as facets from scan_facets where subject = ${subject}`,
          )
          const expected = countsOf(importers.flatMap((scans) => new Map(scans).get(index) ?? []))
          expect(JSON.parse(row?.facets ?? '{}')).toEqual(expected.toJSON())
        }
      },
    ),
    { numRuns: runs(20) },
  ))

test('a dimension names its first 200 values and loses none', () => {
  const sites = Array.from({ length: 300 }, (_, n) => `referrer:site-${n}.example`)
  const counts = Object.entries(countsOf([...sites, ...sites, 'country:VN']).toJSON())
  const referrers = counts.filter(([key]) => key.startsWith('referrer:'))
  expect(referrers).toHaveLength(201)
  expect(referrers.at(-1)).toEqual(['referrer:*', [200, 200]])
  expect(counts.at(-1)).toEqual(['country:VN', [1, 1]])
})
