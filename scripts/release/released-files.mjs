import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ROOT } from '../lib/run-command.mjs'
import { versionsOf } from './changelog.mjs'

/** By version, the SHA-256 of migrations and filled databases that it released: they are never changed again. */
export const RELEASED = 'server/src/testing/upgrades/released.json'
const MIGRATIONS = 'server/migrations'
const FUNCTIONS = 'server/sql'
const FIXTURES = 'server/src/testing/upgrades'

const bytes = (path) => readFileSync(join(ROOT, path))
const sha256 = (path) => createHash('sha256').update(bytes(path)).digest('hex')
const readReleased = () => JSON.parse(bytes(RELEASED).toString())
const sqlFiles = (folder) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => `${folder}/${file}`)

/** @returns {string[]} what differs from what was released, and versions of the changelog that name no files */
export function findReleasedFileErrors() {
  const released = readReleased()
  const unknown = versionsOf(bytes('CHANGELOG.md').toString())
    .filter((version) => !(version in released))
    .map((version) => `CHANGELOG.md has the version ${version}, and ${RELEASED} has not.`)
  return [...findChanged(released), ...unknown]
}

const findChanged = (released) =>
  Object.entries(released).flatMap(([version, files]) =>
    Object.entries(files)
      .filter(([path, hash]) => !existsSync(join(ROOT, path)) || sha256(path) !== hash)
      .map(
        ([path]) =>
          `${path} was released with ${version} and is never changed: restore it, and write the change as a new migration.`,
      ),
  )

/**
 * Adds what a version is the first to release.
 * @param {string} version
 * @returns {string} the new text of RELEASED
 * @throws Error when a released file has changed, or there is no filled database of the version
 */
export function releaseFiles(version) {
  const released = readReleased()
  const changed = findChanged(released)
  if (changed.length > 0) throw new Error(changed.join('\n'))
  const known = Object.values(released).flatMap(Object.keys)
  const migrations = sqlFiles(MIGRATIONS).filter((path) => !known.includes(path))
  const fixtures = migrations.length === 0 ? [] : currentFixture(migrations.at(-1))
  const files = Object.fromEntries([...migrations, ...fixtures].map((path) => [path, sha256(path)]))
  return `${JSON.stringify({ ...released, [version]: { ...released[version], ...files } }, null, 2)}\n`
}

/** A filled database lists the SHA-256 of each migration and each file of functions that it was made by. */
function currentFixture(lastMigration) {
  const name = lastMigration.slice(MIGRATIONS.length + 1, -'.sql'.length)
  const [database, folder] = ['sql', 'data.json'].map((end) => `${FIXTURES}/${name}.${end}.gz`)
  const isThere = [database, folder].every((path) => existsSync(join(ROOT, path)))
  const text = isThere ? gunzipSync(bytes(database)).toString() : ''
  const isCurrent = [...sqlFiles(MIGRATIONS), ...sqlFiles(FUNCTIONS)].every((path) =>
    text.includes(`'${sha256(path)}'`),
  )
  if (!isCurrent)
    throw new Error('There is no filled database of this version: run npm run db:fixture, and commit it.')
  return [database, folder]
}
