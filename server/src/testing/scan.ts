import { randomUUID } from 'node:crypto'
import { Lookups } from '../features/scans/ingest/lookups'
import { storeBatches } from '../features/scans/ingest/store-batch'
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
    ...scan,
  })

/** Brings scans into the log, as one batch, at the times that they name. */
export async function givenScans(database: Database, records: readonly string[]): Promise<void> {
  const rightClock = { shiftMs: 0, now: Number.POSITIVE_INFINITY }
  await storeBatches(database, new Lookups(), [{ id: randomUUID(), records }], rightClock, null)
}
