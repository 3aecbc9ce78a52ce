import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '../platform/db/database'
import { embeddedDatabase, startEngine } from '../platform/db/embedded/embedded-database'
import { openDatabase } from '../platform/db/open-database'
import { createDatabase, dropDatabase, SERVER_URL, TEST_LIMITS, urlOf } from './engine'
import { template } from './template'

// Each copy of the embedded database is some 100 MB outside of the heap. By default V8 collects all garbage after every
// 64 MB of such memory, which took a quarter of the processor time of the suite.
setFlagsFromString('--external-memory-accounted-in-global-limit')

/**
 * A migrated database for the calling test file, on the engine of the run, and a folder for files. Both are empty
 * at the start of each test and gone at the end of the file.
 */
export function testDatabase() {
  let folder: string
  let database: Database

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scanleaf-test-'))
    database = await copyOfTemplate()
  })
  beforeEach(() => emptyTables(database))
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  return { database: () => database, dataDir: () => folder }
}

async function copyOfTemplate(): Promise<Database> {
  if (SERVER_URL === null) {
    const dump = await openAsBlob(await template())
    return embeddedDatabase(await startEngine({ folder: 'memory://', dump }), TEST_LIMITS, async () => {})
  }
  const serverUrl = SERVER_URL
  const name = `scanleaf_test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name, await template())
  const database = await openDatabase({ databaseUrl: urlOf(serverUrl, name), dataDir: '' }, TEST_LIMITS)
  return {
    ...database,
    close: async () => {
      await database.close()
      await dropDatabase(serverUrl, name)
    },
  }
}

/**
 * Deletes what was written. To truncate a table makes new files of it and its indexes, and of all tables that refer to
 * it, which took a quarter of the run. A table whose file is empty has never held a row. The plans come with the
 * migrations. No trigger runs, of foreign keys neither: all that could be refused or set to null is deleted as well.
 * Sequences go on: what still runs of a test before would take a row of the next one for its own, by the same number.
 */
async function emptyTables({ transaction }: Database): Promise<void> {
  // In a transaction, which is retried when it conflicts with one of a part that runs beside the test.
  await transaction((tx) =>
    tx.execute(
      sql.raw(`do $$
        declare
          used text;
        begin
          set local session_replication_role = replica;
          for used in
            select quote_ident(relname) from pg_class
            where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
              and relname not in ('schema_migrations', 'schema_functions', 'plans')
          loop
            execute 'delete from ' || used;
          end loop;
        end
      $$`),
    ),
  )
}
