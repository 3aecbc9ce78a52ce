import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { ENGINE, embeddedDatabase, startEngine } from '../platform/db/embedded/embedded-database'
import { readFunctions } from '../platform/db/functions'
import { migrate, readMigrations } from '../platform/db/migrate'
import { openDatabase } from '../platform/db/open-database'
import { createDatabase, dropDatabase, TEST_LIMITS, urlOf } from './engine'

/** The migrated database that every test file starts from. */
export type Template =
  | { engine: 'pglite'; dumpFile: string }
  | { engine: 'postgres'; name: string; serverUrl: string }

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/** Outside of the source, and left out of a push. */
const TEMPLATES = fileURLToPath(new URL('../../../.cache/test-templates', import.meta.url))
const DATABASE_CODE = fileURLToPath(new URL('../platform/db', import.meta.url))

/** Migrates once; the workers copy the result. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (serverUrl) return postgresTemplate(project, serverUrl)
  project.provide('template', { engine: 'pglite', dumpFile: await embeddedTemplate() })
  return undefined
}

/** To migrate takes ten seconds of processor time: the result is kept until something changes that it is made of. */
async function embeddedTemplate(): Promise<string> {
  const dumpFile = join(TEMPLATES, `${hashOfTemplate()}.tar`)
  if (existsSync(dumpFile)) return dumpFile
  const engine = await startEngine({ folder: 'memory://' })
  const database = embeddedDatabase(engine, TEST_LIMITS, async () => {})
  await migrate(database)
  const dump = await engine.dumpDataDir('none')
  await database.close()
  await mkdir(TEMPLATES, { recursive: true })
  // Two runs may begin at the same time: a file is whole as soon as it has its name.
  const draft = `${dumpFile}.${process.pid}`
  await writeFile(draft, Buffer.from(await dump.arrayBuffer()))
  await rename(draft, dumpFile)
  for (const file of readdirSync(TEMPLATES))
    if (!join(TEMPLATES, file).startsWith(dumpFile)) await rm(join(TEMPLATES, file), { force: true })
  return dumpFile
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

async function postgresTemplate(project: TestProject, serverUrl: string): Promise<() => Promise<void>> {
  const name = `scanleaf_template_${process.pid}`
  await createDatabase(serverUrl, name)
  const database = await openDatabase({ databaseUrl: urlOf(serverUrl, name), dataDir: '' }, TEST_LIMITS)
  await migrate(database)
  await database.close()
  project.provide('template', { engine: 'postgres', name, serverUrl })
  return () => dropDatabase(serverUrl, name)
}
