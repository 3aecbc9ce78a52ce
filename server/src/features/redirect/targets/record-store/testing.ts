import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RecordStore } from './record-store'
import { DamagedSnapshot } from './snapshot-folder'

export const KIND = 1
const MEBIBYTE = 1024 * 1024
const folders: string[] = []
/** What the stores of the running test reported. */
export const reports: string[] = []
let processes = 0

/** After each test of a file. */
export function cleanUp(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  reports.length = 0
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-targets-'))
  folders.push(folder)
  return folder
}

/** As a process that starts: the id of this one, under other keys, is of processes that have ended. */
export const open = (folder: string, maxBytes = 64 * MEBIBYTE, processKey = newKey()): RecordStore =>
  new RecordStore({
    folder,
    processKey,
    maxBytes,
    report: (level, message, failure) =>
      reports.push(
        `${level}: ${message}${failure instanceof DamagedSnapshot ? ` (${failure.message})` : ''}`,
      ),
  })

export const newKey = (): string => String(++processes).padStart(32, '0')
export const known = (knownAt: number, generation = 1) => ({ knownAt, generation })
export const textOf = (store: RecordStore, key: string, kind = KIND): string | undefined =>
  store.find(kind, key)?.value.toString()

/** All files of the snapshot, the oldest first. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .sort()
    .map((name) => join(folder, name))

/** A process that puts the same key with each value, each in a write and a file of its own. */
export async function writtenOneByOne(folder: string, values: readonly string[]): Promise<void> {
  for (const [index, value] of values.entries()) {
    const store = open(folder)
    store.put(KIND, 'same', Buffer.from(value), known(index))
    store.put(KIND, `only-${index}`, Buffer.from(value), known(index))
    await store.close()
  }
}
