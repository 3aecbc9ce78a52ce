import { readMigrations } from '../../platform/db/migrate'
import type { SqlFile } from '../../platform/db/sql-files'

/** A migration of each kind that is allowed, as a version after this one may bring it. */
const LATER: Record<string, string[]> = {
  '9000_columns': [
    `alter table users add column probe integer default 0 not null`,
    `alter table user_codes add column probe integer default 0 not null`,
    // Rows that come during the batches are none of them: there would always be another.
    `alter table user_codes alter column probe set default 1`,
  ],
  '9001_fill': [
    `-- In batches
     with batch as (select id from user_codes where probe = 0 order by id limit 2000 for update)
     update user_codes set probe = 1 from batch where user_codes.id = batch.id returning user_codes.id`,
  ],
  '9002_index': [`create index user_codes_probe on user_codes (probe)`],
}

const later: SqlFile[] = Object.entries(LATER).map(([name, statements]) => ({
  name,
  sha256: name,
  statements,
}))

/** Those of this program, and those of a version after it. */
export const allMigrations = (): SqlFile[] => [...readMigrations(), ...later]
