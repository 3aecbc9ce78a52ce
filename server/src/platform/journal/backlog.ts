import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSegmentName } from './segment-name'

/** Scans of a journal folder that are not in the database yet. */
export interface Backlog {
  segments: number
  bytes: number
  /** When the oldest was opened (ms); null when there is none. */
  oldestAt: number | null
}

/** The backlog of a folder that is not there. */
export async function backlogOf(folder: string): Promise<Backlog> {
  const files = await readdir(folder).catch(() => [])
  const backlog: Backlog = { segments: 0, bytes: 0, oldestAt: null }
  for (const file of files) {
    const name = parseSegmentName(file)
    if (!name) continue
    backlog.segments += 1
    // Moved while we look.
    backlog.bytes += (await stat(join(folder, file)).catch(() => null))?.size ?? 0
    backlog.oldestAt = Math.min(backlog.oldestAt ?? name.openedAt, name.openedAt)
  }
  return backlog
}
