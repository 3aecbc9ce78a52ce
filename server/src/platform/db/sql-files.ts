import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SqlFile {
  /** Without `.sql`. */
  name: string
  /** Of the whole text, in hexadecimal digits. */
  sha256: string
  statements: string[]
}

/** Beside the bundle in production, in the workspace otherwise. */
export function sqlFolder(name: 'migrations' | 'sql'): string {
  const besideBundle = fileURLToPath(new URL(`./${name}`, import.meta.url))
  return existsSync(besideBundle) ? besideBundle : fileURLToPath(new URL(`../../../${name}`, import.meta.url))
}

/** The files of a folder in order of name; the embedded engine takes one statement at a time. */
export function readSqlFiles(folder: string): SqlFile[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  if (files.length === 0) throw new Error(`No SQL files in ${folder}`)
  return files.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return {
      name: file.slice(0, -'.sql'.length),
      sha256: createHash('sha256').update(text).digest('hex'),
      statements: text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== ''),
    }
  })
}
