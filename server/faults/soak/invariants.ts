import { type SQL, sql } from 'drizzle-orm'
import { findBrokenInvariants } from '../../src/features/billing/ledger/invariants-repository'
import { type Database, query } from '../../src/platform/db/database'
import type { Findings } from './findings'

/** Invariants of threats §3 besides the ledger; each statement sees one snapshot, and returns violations. */
const MORE: Record<string, SQL> = {
  'a wallet below zero': sql`select user_id as what from wallets where balance < 0`,
  'a gateway id credited twice': sql`
    select provider || ' ' || event_key as what from receipts group by provider, event_key having count(*) > 1`,
  'a payment granted twice': sql`
    select payment_id::text as what from receipts
    where payment_id is not null group by payment_id having count(*) > 1`,
  'a quota that is not its rows': sql`
    select * from (
      select user_id || ' ' || addon as what, used, (
        select count(*) from user_codes
        where user_codes.user_id = quota_usage.user_id and deleted_at is null
          and product_id || '-storage' = addon) as found
      from quota_usage) as each where used <> found`,
  'tokens over the plan': sql`
    select user_id as what from token_usage
    where used > (select max(tokens) from plans)`,
}

/** Everything that does not add up right now. */
export async function checkInvariants({ db }: Database, findings: Findings): Promise<void> {
  for (const { invariant, subject, expected, found } of await findBrokenInvariants(db))
    findings.add('broken', `${invariant} ${subject}: ${found}, not ${expected}`)
  for (const [name, statement] of Object.entries(MORE)) {
    for (const { what } of await query<{ what: string }>(db, statement))
      findings.add('broken', `${name}: ${what}`)
  }
}
