import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENGINE, embeddedDatabase, startEngine } from '../platform/db/embedded/embedded-database'
import { readFunctions } from '../platform/db/functions'
import { migrate, readMigrations } from '../platform/db/migrate'
import { openDatabase } from '../platform/db/open-database'
import { connectOnce } from '../platform/db/postgres/postgres-database'
import { createDatabase, dropDatabase, SERVER_URL, TEST_LIMITS, urlOf } from './engine'

/** Outside of the source, and left out of a push. */
const TEMPLATES = fileURLToPath(new URL('../../../.cache/test-templates', import.meta.url))
const DATABASE_CODE = fileURLToPath(new URL('../platform/db', import.meta.url))

/** Of the locks of PostgreSQL, none that the program takes. */
const LOCK = 'scanleaf_template'

let made: Promise<string> | undefined

/**
 * The migrated database that every test file copies: the file of a dump of the embedded engine, or the name of a
 * database on `SERVER_URL`. To migrate takes seconds of processor time, so it is made when a test first asks for it and
 * kept until something changes that it is made of.
 */
export function template(): Promise<string> {
  made ??= SERVER_URL === null ? embeddedTemplate() : postgresTemplate(SERVER_URL)
  return made
}

async function embeddedTemplate(): Promise<string> {
  const dumpFile = join(TEMPLATES, `${hashOfTemplate()}.tar`)
  if (existsSync(dumpFile)) return dumpFile
  const engine = await startEngine({ folder: 'memory://' })
  const database = embeddedDatabase(engine, TEST_LIMITS, async () => {})
  await migrate(database)
  const dump = await engine.dumpDataDir('none')
  await database.close()
  await mkdir(TEMPLATES, { recursive: true })
  // Two workers may begin at the same time: a file is whole as soon as it has its name, and the first one stays, since a
  // blob of it cannot be read any more once another file has taken its place.
  const draft = `${dumpFile}.${process.pid}`
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()))
  await link(draft, dumpFile).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  for (const file of readdirSync(TEMPLATES))
    if (!join(TEMPLATES, file).startsWith(dumpFile)) await rm(join(TEMPLATES, file), { force: true })
  return dumpFile
}

/** As with a file, a database is whole as soon as it has its name. */
async function postgresTemplate(serverUrl: string): Promise<string> {
  const name = `scanleaf_template_${hashOfTemplate()}`
  const draft = `${name}_draft`
  const server = await connectOnce(serverUrl)
  try {
    await server.query('select pg_advisory_lock(hashtext($1))', [LOCK])
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    await dropDatabase(serverUrl, draft)
    await createDatabase(serverUrl, draft)
    const database = await openDatabase({ databaseUrl: urlOf(serverUrl, draft), dataDir: '' }, TEST_LIMITS)
    await migrate(database)
    await database.close()
    await server.query(`alter database ${draft} rename to ${name}`)
    return name
  } finally {
    await server.end()
  }
}

/** The engine, the files of SQL, and the code that applies them. */
function hashOfTemplate(): string {
  const hash = createHash('sha256').update(JSON.stringify(ENGINE))
  for (const { name, sha256 } of [...readMigrations(), ...readFunctions()]) hash.update(`${name} ${sha256}\n`)
  for (const file of readdirSync(DATABASE_CODE, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
      hash.update(readFileSync(join(DATABASE_CODE, file)))
  return hash.digest('hex').slice(0, 16)
}
