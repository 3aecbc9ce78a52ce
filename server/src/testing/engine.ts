import { connectOnce } from '../platform/db/postgres/postgres-database'
import type { Limits } from '../platform/db/timeouts'

/** A busy machine must not fail a test; the limits have tests of their own. */
export const TEST_LIMITS: Limits = { statementMs: 20_000, waitMs: 20_000 }

/** The superuser of a PostgreSQL server that the run is on; null when it is on the embedded engine. */
export const SERVER_URL = process.env['TEST_DATABASE_URL'] || null

/** The address of another database of the same server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** By its files: to copy pages through the log, the default, takes five times as long. */
export const createDatabase = (serverUrl: string, name: string, template = 'template1') =>
  onServer(serverUrl, `create database ${name} template ${template} encoding 'UTF8' strategy file_copy`)

export const dropDatabase = (serverUrl: string, name: string) =>
  onServer(serverUrl, `drop database if exists ${name} with (force)`)

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = await connectOnce(serverUrl)
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
