import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

export interface JournalScan {
  at: Date
  visitor: string
  userAgent?: string
  country?: string
}

/** Leaves scans of other days in the journal of a running server, as a redirect process does: it counts them. */
export function writeJournalScans(dataDir: string, codeId: string, scans: readonly JournalScan[]): void {
  const key = () => randomUUID().replaceAll('-', '')
  const file = join(dataDir, 'journal', `${Date.now()}-00000000-1-${key()}-${key()}`)
  const records = scans.map(({ at, visitor, userAgent = PHONE, country = 'VN' }) =>
    [codeId, at.getTime(), 'GET', userAgent, '', 'vi-VN', '', visitor, country].join('\u001f'),
  )
  const lines = records.map((record) => `${crc32(record).toString(16).padStart(8, '0')} ${record}\n`)
  writeFileSync(`${file}.draft`, lines.join(''))
  renameSync(`${file}.draft`, `${file}.closed`)
}
