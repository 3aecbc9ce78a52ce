import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const ENDING = '.sql.gz'

export const fixtureFile = (name: string): string => `${FOLDER}${name}${ENDING}`

/** Versions of which there is a filled database, oldest first, by the names of their last migrations. */
export const fixtureNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort()

/** The statements that make the database of a version, for an empty one. */
export const readFixture = (name: string): string[] => [
  // Functions name tables that are made after them, and others' names are in full.
  `set check_function_bodies = off`,
  ...gunzipSync(readFileSync(fixtureFile(name)))
    .toString()
    .split('--> statement-breakpoint'),
  `set check_function_bodies = on`,
]

const dataFile = (name: string) => `${FOLDER}${name}.data.json.gz`

/** Keeps what a version left in its data folder, beside its database. */
export function saveDataFolder(name: string, folder: string): void {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'base64')]))
  writeFileSync(dataFile(name), gzipSync(JSON.stringify(files), { level: 9 }))
}

/** Writes the data folder of a version into an empty one. */
export function restoreDataFolder(name: string, folder: string): void {
  const files: Record<string, string> = JSON.parse(gunzipSync(readFileSync(dataFile(name))).toString())
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content, 'base64')
  }
}
