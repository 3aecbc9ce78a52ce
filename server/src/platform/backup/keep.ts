import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SUMS } from './layout'
import { isWholeBackup, sumOf } from './prove-backup'

/** Its place among the backups beside it: which is newer must not depend on a clock. */
const NUMBER = 'NUMBER'

export interface KeptBackups {
  kept: string[]
  deleted: string[]
  /** Backups that are not whole, and files that are missing or changed: they count for nothing and stay. */
  damaged: string[]
}

interface Found {
  folder: string
  /** Null for one that was made without a number: older than all that have one. */
  number: number | null
  finishedAt: number
}

/**
 * Keeps the newest backups of a directory that are proved, that is of which every file has its SHA-256, and deletes what
 * is older than all of them. Nothing is deleted by its age, and nothing while fewer than `count` are proved.
 * @param newest the backup that was just made
 * @param count how many are kept, 1 or more
 */
export async function keepNewest(newest: string, count: number): Promise<KeptBackups> {
  const parent = dirname(newest)
  const others = (await findBackups(parent)).filter(({ folder }) => folder !== newest)
  const last = Math.max(0, ...others.map(({ number }) => number ?? 0))
  await writeFile(join(newest, NUMBER), `${last + 1}\n`, { mode: 0o600 })
  const sumOfFile = onceForEachFile()
  const result: KeptBackups = { kept: [], deleted: [], damaged: [] }
  for (const folder of [newest, ...others.toSorted(byAge).map((other) => other.folder)]) {
    if (result.kept.length >= count) {
      await rm(folder, { recursive: true, force: true })
      result.deleted.push(basename(folder))
    } else if (await isWholeBackup(folder, sumOfFile)) result.kept.push(basename(folder))
    else result.damaged.push(basename(folder))
  }
  return result
}

/** The newest first. */
const byAge = (one: Found, other: Found): number =>
  (other.number ?? 0) - (one.number ?? 0) || other.finishedAt - one.finishedAt

async function findBackups(parent: string): Promise<Found[]> {
  const found: Found[] = []
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const folder = join(parent, entry.name)
    const sums = entry.isDirectory() ? await stat(join(folder, SUMS)).catch(() => null) : null
    if (!sums) continue
    const number = Number.parseInt(await readFile(join(folder, NUMBER), 'utf8').catch(() => ''), 10)
    found.push({ folder, number: Number.isSafeInteger(number) ? number : null, finishedAt: sums.mtimeMs })
  }
  return found
}

/** Files that several backups share by hard links are read once. */
function onceForEachFile(): typeof sumOf {
  const sums = new Map<string, string>()
  return async (path) => {
    const { dev, ino } = await stat(path, { bigint: true })
    const key = `${dev}:${ino}`
    const sum = sums.get(key) ?? (await sumOf(path))
    sums.set(key, sum)
    return sum
  }
}
