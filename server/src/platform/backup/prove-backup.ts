import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { readSums, type Sums } from './layout'

/** A file of a backup that is not what it has to be. */
export interface BackupDefect {
  /** Under the folder: `files/…`, `journal/…` or `database.dump`. */
  name: string
  detail: 'is missing' | 'was changed' | 'cannot be read'
}

export interface ProvedBackup {
  sums: Sums
  /** Empty: the backup is whole. */
  defects: BackupDefect[]
}

/**
 * Reads every byte of a backup and compares it with its list, without a database.
 * @param sumOfFile the SHA-256 of a file, in hexadecimal digits
 * @throws ConfigError when the folder has no list that a backup ended with
 */
export async function proveBackup(folder: string, sumOfFile = sumOf): Promise<ProvedBackup> {
  const sums = await readSums(folder)
  const defects: BackupDefect[] = []
  for (const [name, sum] of sums) {
    const detail = await defectOf(join(folder, name), sum, sumOfFile)
    if (detail) defects.push({ name, detail })
  }
  return { sums, defects }
}

/** Whether everything that belongs into a backup is in it, unchanged. */
export const isWholeBackup = (folder: string, sumOfFile = sumOf): Promise<boolean> =>
  proveBackup(folder, sumOfFile).then(
    ({ defects }) => defects.length === 0,
    () => false,
  )

async function defectOf(
  path: string,
  sum: string,
  sumOfFile: typeof sumOf,
): Promise<BackupDefect['detail'] | null> {
  try {
    // A backup holds what it needs itself.
    if (!(await lstat(path)).isFile()) return 'was changed'
    return (await sumOfFile(path)) === sum ? null : 'was changed'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : 'cannot be read'
  }
}

export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

const NAMED = 10

/** The first of many, for a message. */
export const nameSome = (names: readonly string[]): string =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ` and ${names.length - NAMED} more` : '')
