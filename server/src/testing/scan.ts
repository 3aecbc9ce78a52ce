import { randomUUID } from 'node:crypto'
import { countImported } from '../features/scans'
import { BatchStore } from '../features/scans/ingest/store-batch'
import type { Database } from '../platform/db/database'
import { encodeScan, type ScanRecord } from '../platform/journal/scan-record'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

/** A scan as the journal holds it, by default one of a person in Vietnam. */
export const aScan = (codeId: string, scan: Partial<ScanRecord> = {}): string =>
  encodeScan({
    codeId,
    at: Date.UTC(2026, 10, 21, 8, 30),
    method: 'GET',
    userAgent: PHONE,
    referrer: '',
    acceptLanguage: '',
    purpose: '',
    visitor: 'someone',
    country: 'VN',
    outcome: 0,
    ...scan,
  })

/** Brings scans into the log, as one batch, at the times that they name, and counts them. */
export async function givenScans(database: Database, records: readonly string[]): Promise<void> {
  await givenImported(database, records)
  await countImported(database)
}

/** Brings scans into the inbox, as one batch, at the times that they name. */
export async function givenImported(
  database: Database,
  records: readonly string[],
  id: string = randomUUID(),
): Promise<void> {
  const rightClock = { shiftMs: 0, now: Number.POSITIVE_INFINITY }
  await new BatchStore(database).store([{ id, records }], rightClock)
}
