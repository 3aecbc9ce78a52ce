import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { readMigrations } from '../../src/platform/db/migrate'

/** The last migration of the version before this one, which an upgrade starts from. */
const LAST_MIGRATION = '0030_invoice_vat'

export const USERS = 20_000
export const CODES = 100_000
/** The code that the statements of the version before change, and its owner. */
export const CODE = '00000000-0000-4000-8000-000000000001'
const OWNER = '10000000-0000-4000-8000-000000000001'

export const laterMigrations = () => readMigrations().filter(({ name }) => name > LAST_MIGRATION)

/** Makes the schema of the version before, and fills it as an installation of some size does. */
export async function makeVersionBefore(client: pg.Client): Promise<void> {
  await client.query(`create table schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`)
  for (const { name, sha256, statements } of readMigrations().filter((file) => file.name <= LAST_MIGRATION)) {
    for (const statement of statements) await client.query(statement)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
  }
  for (const statement of FILLING) await client.query(statement)
}

const userId = (n: string) => `('10000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const codeId = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const ownerOf = (n: string) => userId(`(${n} - 1) % ${USERS} + 1`)

/** Without triggers, which keep the lists row by row; so the rows of the lists are written here. */
const FILLING = [
  `set session_replication_role = replica`,
  `insert into users (id, username, username_key, email, password_hash, first_name, last_name, search_text)
    select ${userId('n')}, 'user' || n, 'user' || n, 'user' || n || '@example.test', 'hash', 'An', 'Trần', 'user' || n
    from generate_series(1, ${USERS}) n`,
  `insert into sessions (token_hash, user_id, expires_at, absolute_expires_at)
    select md5(n::text), ${userId('n')}, now() + interval '7 days', now() + interval '30 days'
    from generate_series(1, ${USERS}) n`,
  `insert into user_codes (id, user_id, product_id, content_type, code_content, dynamic_id, target, name, image_key,
      ordinal, search_text, sort_name)
    select ${codeId('n')}, ${ownerOf('n')}::text, 'dynamic-code', 'Website', '{"content":"https://shop.example/"}',
      'code' || n, 'https://shop.example/', 'Code ' || n, 'image' || n, (n - 1) / ${USERS} + 1, 'code ' || n, 'code ' || n
    from generate_series(1, ${CODES}) n`,
  `insert into dynamic_ids (key, user_id, code_id) select dynamic_id, user_id, id from user_codes`,
  `insert into user_code_lists (user_id, product_id, last_ordinal)
    select user_id, product_id, max(ordinal) from user_codes group by 1, 2`,
  `insert into scan_counters (code_id, scans)
    select ${codeId('n')}, case when n % 4 = 0 then 0 else 3 end from generate_series(1, ${CODES}) n`,
  `insert into scan_quarters (subject, at, scans, uniques)
    select ${codeId('n')}, timestamptz '2026-11-01 00:00Z' - day * interval '1 day', 1, 1
    from generate_series(1, ${CODES}) n, generate_series(1, 3) day where n % 4 <> 0`,
  `insert into user_code_ranks (code_id, user_id, product_id, ordinal, scans)
    select id, user_id, product_id, ordinal, scans from user_codes join scan_counters on code_id = id`,
  `insert into payments (ref, user_id, purpose, amount, gateway, status, expires_at, created_at)
    select 'REF' || n, ${ownerOf('n')}::text, 'topup', 99000, 'bank', 'paid', now(), now()
    from generate_series(1, ${CODES / 2}) n`,
  `insert into code_reports (code_id, reason, target, visitor)
    select ${codeId('n')}, 'phishing', 'https://shop.example/', 'visitor' || n from generate_series(1, ${USERS}) n`,
  `set session_replication_role = origin`,
  `analyze`,
]

type Statement = [text: string, values: unknown[]]

/** What the version before writes, each a transaction: its columns and its order of locks. */
export const WRITES: Record<string, () => Statement[]> = {
  register: () => [
    [
      `insert into users (username, username_key, email, password_hash, first_name, last_name, search_text)
        select name, name, name || '@example.test', 'hash', 'An', 'Trần', name from (select 'new-' || $1::text as name) as new`,
      [randomUUID()],
    ],
  ],
  'sign in': () => [
    [
      `insert into sessions (token_hash, user_id, expires_at, absolute_expires_at)
        values ($1, $2, now() + interval '7 days', now() + interval '30 days')`,
      [randomUUID(), OWNER],
    ],
  ],
  'save a code': () => {
    const id = randomUUID()
    return [
      [`insert into dynamic_ids (key, user_id, code_id) values ($1::text, $2, $1::uuid)`, [id, OWNER]],
      [
        `insert into user_codes (id, user_id, product_id, content_type, code_content, dynamic_id, target, image_key,
            search_text, sort_name)
          values ($1::uuid, $2, 'dynamic-code', 'Website', '{}', $1::text, 'https://shop.example/', $1::text, 'new', 'new')`,
        [id, OWNER],
      ],
      [`insert into scan_counters (code_id) values ($1)`, [id]],
    ]
  },
  'change a code': () => [
    [`update user_codes set enabled = not enabled, updated_at = now() where id = $1`, [CODE]],
  ],
  'count a scan': () => [
    [`insert into scan_batches (id) values ($1)`, [randomUUID()]],
    [
      `insert into scan_counters (code_id, scans) values ($1, 1)
        on conflict (code_id) do update set scans = scan_counters.scans + excluded.scans`,
      [CODE],
    ],
    [
      `insert into scan_quarters as kept (subject, at, scans, uniques) values ($1, date_trunc('hour', now()), 1, 1)
        on conflict (subject, at) do update set scans = kept.scans + excluded.scans`,
      [CODE],
    ],
  ],
  'suspend a person': () => [
    [`update users set suspended_at = null where id = $1`, [OWNER]],
    [
      `insert into user_actions (at, by_id, by, user_id, action) values (now(), $1::text, 'an', $1::uuid, 'resumed')`,
      [OWNER],
    ],
  ],
  'order a payment': () => [
    [
      `insert into payments (ref, user_id, purpose, amount, gateway, expires_at, created_at)
        values ($1, $2, 'topup', 99000, 'bank', now() + interval '1 hour', now())`,
      [randomUUID(), OWNER],
    ],
  ],
  'report a code': () => [
    [
      `insert into code_reports (code_id, reason, target, visitor) values ($1, 'phishing', 'https://shop.example/', $2)`,
      [CODE, randomUUID()],
    ],
  ],
}

/** What the version before reads for a request and a scan. */
export const READS: Record<string, Statement> = {
  'a session': [
    `select users.* from sessions join users on users.id = user_id where token_hash = md5('1') and expires_at > now()`,
    [],
  ],
  'a person by email': [`select * from users where lower(email) = $1`, ['user1@example.test']],
  'a target': [`select * from redirect_targets where key = $1`, ['code1']],
  'a list by scans': [
    `select user_codes.* from user_code_ranks as rank join user_codes on id = code_id
      where rank.user_id = $1 and rank.product_id = 'dynamic-code' order by rank.scans desc, rank.ordinal desc limit 20`,
    [OWNER],
  ],
}
