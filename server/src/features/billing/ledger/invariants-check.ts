import type { LedgerCheck } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { findBrokenInvariants, insertCheck } from './invariants-repository'

/** Counts the ledger over (payments §7, invariants) and keeps what was found. */
export async function runInvariantsCheck(db: Db, now: Date): Promise<LedgerCheck> {
  const findings = await findBrokenInvariants(db)
  const id = await insertCheck(db, { at: now, findings })
  return { id, at: now.toISOString(), findings }
}
