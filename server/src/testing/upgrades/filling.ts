import { insertIntoLog } from '../scan-log'
import type { Size } from './row'
import { moreCodes } from './rows-of-codes'
import { rowsOfInstallation } from './rows-of-installation'
import { rowsOfPeople } from './rows-of-people'

/** Of the owner of the first code, who can sign in. */
export const OWNER = {
  id: '10000000-0000-4000-8000-000000000001',
  username: 'user1',
  password: 'correct horse battery',
}
export const FIRST_CODE = '00000000-0000-4000-8000-000000000001'
/** Days of scans, each code one a day but every fourth, which has none. */
const DAYS = 3

const HASH = '$argon2id$v=19$m=64,t=1,p=1$c2NhbmxlYWYtZml4dHVyZQ$P2RC5ViAYdvqFyeXoPrQNTzeJ5AowSmPupRgW6j3bhY'
const NOW = `timestamptz '2026-11-01 00:00Z'`

const numbered = (kind: string, n: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** The codes that are in no trash. */
const LISTED = 'user_codes where deleted_at is null'
const codeId = (n: string) => numbered('0', n)
const userId = (n: string) => numbered('1', n)
const subjectOf = (n: string) => numbered('3', n)

/**
 * Statements that fill every table of a database of this version, always with the same rows, in one session. Without
 * triggers, which keep lists, totals and wallets row by row; so those rows are written here. Two people have two of each
 * thing that somebody can have more than one of, and jobs that are half done.
 */
export function filling({ users, codes }: Size): string[] {
  const people = `generate_series(1, ${users}) n`
  const allCodes = `generate_series(1, ${codes}) n`
  const owner = userId(`(n - 1) % ${users} + 1`)
  return [
    `set session_replication_role = replica`,
    `insert into users (id, username, username_key, email, password_hash, first_name, last_name, search_text, created_at, approved_at)
      select ${userId('n')}, 'user' || n, 'user' || n, 'user' || n || '@example.test', '${HASH}', 'An', 'Trần', ' user' || n,
        ${NOW}, ${NOW}
      from ${people}`,
    `insert into sessions (token_hash, user_id, created_at, expires_at, absolute_expires_at)
      select md5(n::text), ${userId('n')}, ${NOW}, ${NOW} + interval '7 days', ${NOW} + interval '30 days' from ${people}`,
    `insert into user_codes (id, user_id, product_id, content_type, code_content, dynamic_id, target, name, image_key,
        ordinal, search_text, sort_name, created_at, updated_at)
      select ${codeId('n')}, ${owner}::text, 'dynamic-code', 'Website', '{"content":"https://shop.example/' || n || '"}',
        'code' || n, 'https://shop.example/' || n, 'Code ' || n, 'image' || n, (n - 1) / ${users} + 1, ' code ' || n, 'code ' || n,
        ${NOW} - interval '9 days', ${NOW} - interval '9 days'
      from ${allCodes}`,
    ...moreCodes({ users, codes }),
    `insert into dynamic_ids (key, user_id, code_id, created_at)
      select lower(dynamic_id), user_id, id, ${NOW} from user_codes where dynamic_id is not null`,
    `insert into user_code_lists (user_id, product_id, last_ordinal) select user_id, product_id, max(ordinal) from user_codes group by 1, 2`,
    `insert into user_code_totals (user_id, product_id, content_type, total) select user_id, product_id, content_type, count(*) from ${LISTED} group by 1, 2, 3`,
    `insert into user_code_tag_totals (user_id, product_id, tag, total)
      select user_id, product_id, tag, count(*) from user_codes, unnest(tags) tag where deleted_at is null group by 1, 2, 3`,
    `insert into user_code_blocks (user_id, product_id, content_type, block, total)
      select user_id, product_id, content_type, ordinal / 1024, count(*) from ${LISTED} group by 1, 2, 3, 4`,
    `insert into quota_usage (user_id, addon, used) select user_id, product_id || '-storage', count(*) from ${LISTED} group by 1, 2`,
    ...scans(allCodes, people),
    ...money(`${allCodes} where n % 2 = 0 or n % ${users} = 1`, owner),
    ...rowsOfPeople({ users, codes }),
    ...rowsOfInstallation(),
    `insert into code_reports (id, code_id, reason, target, visitor, created_at)
      select ${numbered('5', 'n')}, ${codeId('n')}, 'phishing', 'https://shop.example/' || n, 'visitor' || n, ${NOW} from ${people} where n % 10 = 0`,
    `set session_replication_role = origin`,
  ]
}

/** Top-ups by bank transfer. */
const money = (some: string, owner: string): string[] => [
  `insert into payments (id, ref, user_id, purpose, amount, paid, gateway, status, expires_at, created_at, settled_at)
    select ${numbered('4', 'n')}, 'REF' || n, ${owner}::text, 'topup', 99000, 99000, 'bank-transfer', 'succeeded', ${NOW}, ${NOW}, ${NOW}
    from ${some}`,
  `insert into receipts (id, provider, event_key, amount, content, state, payment_id, received_at)
    select ${numbered('6', 'n')}, 'bank', n::text, 99000, 'REF' || n, 'matched', ${numbered('4', 'n')}, ${NOW} from ${some}`,
  `insert into ledger_transactions (id, idempotency_key, type, payment_id, created_at)
    select ${numbered('2', 'n')}, 'topup-' || n, 'topup', ${numbered('4', 'n')}, ${NOW} from ${some}`,
  `insert into ledger_entries (transaction_id, account, direction, amount)
    select ledger.id, account, direction, amount
    from ledger_transactions as ledger join payments on payments.id = payment_id,
      lateral (values ('clearing:bank', 'debit'), ('wallet:' || user_id, 'credit')) as side (account, direction)
    order by ledger.id, direction`,
  `insert into wallets (user_id, balance) select user_id, sum(paid) from payments group by 1`,
]

/** The log of days that are not closed, with their counters and quarters of an hour. */
const scans = (allCodes: string, people: string): string[] => [
  `select scan_ensure_month('2026-10-01')`,
  `select scan_ensure_day(date '2026-11-01' - day) from generate_series(1, ${DAYS}) day`,
  insertIntoLog(`
    select ${codeId('n')} as code_id, ${NOW} - day * interval '1 day' as at, 'person' as kind, true as is_unique,
      false as is_repeat, 'visitor' || n as visitor, case n % 2 when 1 then 'VN' else 'LA' end as country, 'phone' as device,
      'Android' as system, 'Chrome' as browser, 'agent ' || n % 2 as user_agent,
      'https://zalo.example/' || n % 2 as referrer, case n % 2 when 1 then 'vi' else 'lo' end as language
    from ${allCodes}, generate_series(1, ${DAYS}) day where n % 4 <> 0`),
  `insert into scan_inbox (at, visitor, code, agent, referrer, language, country, kind, flags)
    select at, visitor + 1, code, agent, referrer, language, country, kind, 0 from scan_log order by at desc, code limit 2`,
  `insert into scan_counters (code_id, scans) select ${codeId('n')}, case when n % 4 = 0 then 0 else ${DAYS} end from ${allCodes}`,
  `insert into scan_counters (code_id) select id from user_codes where dynamic_id is not null on conflict do nothing`,
  `insert into scan_owners (user_id, subject) select ${userId('n')}::text, ${subjectOf('n')} from ${people}`,
  `update scan_owners set scans = sums.scans
    from (select user_id, sum(scans) as scans from user_codes join scan_counters on code_id = id group by 1) as sums
    where sums.user_id = scan_owners.user_id`,
  `insert into scan_quarters (subject, at, scans, uniques)
    select ${codeId('n')}, ${NOW} - day * interval '1 day', 1, 1 from ${allCodes}, generate_series(1, ${DAYS}) day where n % 4 <> 0
    union all
    select subject, ${NOW} - day * interval '1 day', scans / ${DAYS}, scans / ${DAYS}
    from scan_owners, generate_series(1, ${DAYS}) day where scans > 0`,
  `insert into scan_owner_days (day, subject)
    select date_trunc('day', ${NOW}, 'UTC') - interval '1 day', subject from scan_owners where scans > 0 limit 2`,
  `insert into user_code_ranks (code_id, user_id, product_id, ordinal, scans, last_scan_ms)
    select id, user_id, product_id, ordinal, coalesce(scans, 0),
      case when scans > 0 then extract(epoch from ${NOW} - interval '1 day') * 1000 else 0 end
    from user_codes left join scan_counters on code_id = id where deleted_at is null`,
  `insert into scan_closing (parts_until, hours_until, days_until)
    select at, at, at from (values (${NOW} - interval '${DAYS} days')) as first (at)`,
]
