import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { SqlFile } from '../../src/platform/db/sql-files'
import { FIRST_CODE, filling, OWNER } from '../../src/testing/upgrades/filling'
import { fixtureNames, readFixture } from '../../src/testing/upgrades/fixtures'
import { allMigrations } from '../../src/testing/upgrades/version-after'

const USERS = 20_000
const CODES = 100_000

/** The last migration of the previous version, which an upgrade starts from. */
const VERSION_BEFORE = fixtureNames().at(-1) ?? ''

export const laterMigrations = (): SqlFile[] => allMigrations().filter(({ name }) => name > VERSION_BEFORE)

const EMPTY = `do $$
  begin
    execute (
      select 'truncate ' || string_agg(relname, ', ') from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ('schema_migrations', 'schema_functions', 'plans')
    );
  end
$$`

/** Makes a database of the previous version, and fills it as an installation of some size does. */
export async function makeVersionBefore(client: pg.Client): Promise<void> {
  for (const statement of readFixture(VERSION_BEFORE)) await client.query(statement)
  await client.query(EMPTY)
  for (const statement of filling({ users: USERS, codes: CODES })) await client.query(statement)
  await client.query('analyze')
}

type Statement = [text: string, values: unknown[]]

/** What the previous version writes, each a transaction: its columns and its order of locks. */
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
      [randomUUID(), OWNER.id],
    ],
  ],
  'save a code': () => {
    const id = randomUUID()
    return [
      [`insert into dynamic_ids (key, user_id, code_id) values ($1::text, $2, $1::uuid)`, [id, OWNER.id]],
      [
        `insert into user_codes (id, user_id, product_id, content_type, code_content, dynamic_id, target, image_key,
            search_text, sort_name)
          values ($1::uuid, $2, 'dynamic-code', 'Website', '{}', $1::text, 'https://shop.example/', $1::text, 'new', 'new')`,
        [id, OWNER.id],
      ],
      [`insert into scan_counters (code_id) values ($1)`, [id]],
    ]
  },
  'change a code': () => [
    [`update user_codes set enabled = not enabled, updated_at = now() where id = $1`, [FIRST_CODE]],
  ],
  'count a scan': () => [
    [`insert into scan_batches (id) values ($1)`, [randomUUID()]],
    [
      `insert into scan_counters (code_id, scans) values ($1, 1)
        on conflict (code_id) do update set scans = scan_counters.scans + excluded.scans`,
      [FIRST_CODE],
    ],
    [
      `insert into scan_quarters as kept (subject, at, scans, uniques) values ($1, date_trunc('hour', now()), 1, 1)
        on conflict (subject, at) do update set scans = kept.scans + excluded.scans`,
      [FIRST_CODE],
    ],
  ],
  'suspend a person': () => [
    [`update users set suspended_at = null where id = $1`, [OWNER.id]],
    [
      `insert into user_actions (at, by_id, by, user_id, action) values (now(), $1::text, 'an', $1::uuid, 'resumed')`,
      [OWNER.id],
    ],
  ],
  'order a payment': () => [
    [
      `insert into payments (ref, user_id, purpose, amount, gateway, expires_at, created_at)
        values ($1, $2, 'topup', 99000, 'bank', now() + interval '1 hour', now())`,
      [randomUUID(), OWNER.id],
    ],
  ],
  'report a code': () => [
    [
      `insert into code_reports (code_id, reason, target, visitor) values ($1, 'phishing', 'https://shop.example/', $2)`,
      [FIRST_CODE, randomUUID()],
    ],
  ],
}

/** What the previous version reads for a request and a scan. */
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
    [OWNER.id],
  ],
}
