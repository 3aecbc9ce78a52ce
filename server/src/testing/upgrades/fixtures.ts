import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

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
