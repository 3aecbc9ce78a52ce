import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { type Database, query } from '../platform/db/database'
import { embeddedDatabase, startEngine } from '../platform/db/embedded/embedded-database'
import { openDatabase } from '../platform/db/open-database'
import { createDatabase, dropDatabase, TEST_LIMITS, urlOf } from './engine'
import type { Template } from './global-setup'

/**
 * A migrated database for the calling test file, on the engine of the run, and a folder for files. Both are empty
 * at the start of each test and gone at the end of the file.
 */
export function testDatabase() {
  let folder: string
  let database: Database

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scanleaf-test-'))
    database = await copyOf(inject('template'))
  })
  beforeEach(() => emptyTables(database))
  afterAll(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  return { database: () => database, dataDir: () => folder }
}

async function copyOf(template: Template): Promise<Database> {
  if (template.engine === 'pglite') {
    const dump = new Blob([await readFile(template.dumpFile)])
    return embeddedDatabase(await startEngine({ folder: 'memory://', dump }), TEST_LIMITS, async () => {})
  }
  const { serverUrl } = template
  const name = `scanleaf_test_${randomBytes(6).toString('hex')}`
  await createDatabase(serverUrl, name, template.name)
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
 * Only what was written to: to truncate every table before every test would take most of the run's time, and so would
 * to look into each. A table whose file is empty holds no row. The plans come with the migrations.
 */
async function emptyTables({ db, transaction }: Database): Promise<void> {
  const used = await query<{ name: string }>(
    db,
    sql`select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
        and relname not in ('schema_migrations', 'schema_functions', 'plans')`,
  )
  if (used.length === 0) return
  const names = used.map(({ name }) => name).join(', ')
  // In a transaction, which is retried when it conflicts with one of a part that runs beside the test.
  await transaction((tx) => tx.execute(sql.raw(`truncate ${names} restart identity cascade`)))
}
