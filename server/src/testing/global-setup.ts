import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { embeddedDatabase, startEngine } from '../platform/db/embedded/embedded-database'
import { migrate } from '../platform/db/migrate'
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

/** Migrates once; the workers copy the result. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  return serverUrl ? postgresTemplate(project, serverUrl) : embeddedTemplate(project)
}

async function embeddedTemplate(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'scanleaf-template-'))
  const engine = await startEngine({ folder: 'memory://' })
  const database = embeddedDatabase(engine, TEST_LIMITS, async () => {})
  await migrate(database)
  const dump = await engine.dumpDataDir('none')
  await database.close()
  const dumpFile = join(folder, 'migrated.tar')
  await writeFile(dumpFile, Buffer.from(await dump.arrayBuffer()))
  project.provide('template', { engine: 'pglite', dumpFile })
  return () => rm(folder, { recursive: true, force: true })
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
