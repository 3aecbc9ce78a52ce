import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { QrFormat } from './drawing'
import type { DrawnCode } from './generator'
import { dropGenerated, findGenerated, type GeneratedCodeRow, insertGenerated } from './repository'

/** A row takes a few kilobytes at most, so all together never more than some hundred megabytes. */
const MAX_KEPT = 20_000
const CLEANING_INTERVAL_MS = 60_000

/** Where a picture that was made for a caller can be had: the last two parts of its address. */
export interface GeneratedPicture {
  dirName: string
  fileName: string
}

/** Images for callers who save no code: kept for a day, rendered at each request. */
export interface GeneratedPictures {
  /** @param name of the file, without extension */
  keep(code: DrawnCode, format: QrFormat, name: string, userId: string | null): Promise<GeneratedPicture>
  /** Null when it has expired. */
  find(picture: GeneratedPicture): Promise<GeneratedCodeRow | null>
}

export function generatedPictures({ db }: Database, clock: Clock): GeneratedPictures {
  let cleanedAt = 0

  /** Once a minute in each process. */
  async function clean(): Promise<void> {
    const now = clock.now().getTime()
    if (now - cleanedAt < CLEANING_INTERVAL_MS) return
    cleanedAt = now
    await dropGenerated(db, MAX_KEPT)
  }

  return {
    async keep({ payload, settings, logo }, format, name, userId) {
      await clean()
      const id = randomBytes(18).toString('base64url')
      const fileName = `${name}.${format}`
      await insertGenerated(db, { id, userId, fileName, payload, settings, logo })
      return { dirName: id, fileName }
    },
    async find({ dirName, fileName }) {
      const row = await findGenerated(db, dirName)
      return row?.fileName === fileName ? row : null
    },
  }
}

/**
 * File name of a code, without extension (spec §5): an address without protocol, cut to 20 characters, other characters
 * than letters and digits replaced, in lower case. Any other content may be private and gives no name.
 */
export function downloadNameOf(payload: string): string {
  const [, address = ''] = /^https?:\/\/(.+)$/i.exec(payload) ?? []
  return (
    address
      .slice(0, 20)
      .replace(/[^a-z0-9]/gi, '_')
      .toLowerCase() || 'qrcode'
  )
}
