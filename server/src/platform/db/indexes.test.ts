import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database'
import { query } from './database'

const storage = testDatabase()

// `on conflict` watches one unique index: of rows that come at once, another that they violate too refuses the later
// ones instead of merging them (PostgreSQL, INSERT). An index that only sorts must not be unique.
test('no unique index holds all columns of another unique index of its table', async () => {
  const repeated = await query<{ name: string; of: string }>(
    storage.database().db,
    sql`
      with unique_indexes as (
        select indexrelid::regclass::text as name, indrelid, indpred, indkey::int2[] as columns
        from pg_index join pg_class on pg_class.oid = indrelid
        where indisunique and relnamespace = 'public'::regnamespace
      )
      select wider.name, whole.name as of
      from unique_indexes wider join unique_indexes whole using (indrelid)
      where wider.name <> whole.name and whole.indpred is null and not 0 = any(whole.columns)
        and wider.columns @> whole.columns`,
  )
  expect(repeated).toEqual([])
})
