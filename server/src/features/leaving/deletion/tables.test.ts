import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { query } from '../../../platform/db/database'
import { TEST_SETUP_TOKEN, testApp } from '../../../testing/app'
import { givenTrustedTime } from '../../../testing/clock'
import { OWNER } from '../../../testing/upgrades/filling'
import { everyRow, fillEveryTable, type Rows, storeFiles } from '../../../testing/upgrades/full-installation'
import { idOf } from '../../../testing/upgrades/row'
import { aDynamicCode, codesOf } from '../../user-codes/testing'
import { leavingOf } from '../testing'

const product = testApp({ BILLING: 'on' })
const { execute, leaveForGood } = leavingOf(product)

/**
 * What becomes of the rows of a person in each table with a column of theirs. A new table fails the first test: erase its
 * rows in a step of `deletion/erase.ts`, or say here why they stay.
 */
const FATES: Readonly<Record<string, 'erased' | 'law' | 'id stays taken' | 'audit' | 'codes that stay'>> = {
  api_keys: 'erased',
  billing_movements: 'law',
  billing_notices: 'erased',
  billing_profiles: 'erased',
  bulk_runs: 'erased',
  chat_messages: 'erased',
  code_file_tickets: 'erased',
  code_takedowns: 'audit',
  custom_domains: 'erased',
  domain_paths: 'erased',
  dynamic_ids: 'id stays taken',
  erasures: 'audit',
  exports: 'erased',
  files: 'erased',
  generated_codes: 'erased',
  idempotency_keys: 'erased',
  identities: 'erased',
  images: 'erased',
  invoices: 'law',
  known_devices: 'erased',
  mail_outbox: 'erased',
  mail_preferences: 'erased',
  oauth_codes: 'erased',
  one_time_tokens: 'erased',
  outbox_events: 'erased',
  page_pictures: 'erased',
  passkeys: 'erased',
  payments: 'law',
  pdf_names: 'id stays taken',
  permissions: 'erased',
  proposals: 'erased',
  quota_usage: 'codes that stay',
  quotes: 'erased',
  recovery_codes: 'erased',
  reported_codes: 'audit',
  // Its subject stays, so that the seal holds and no scan is kept.
  scan_owners: 'codes that stay',
  sessions: 'erased',
  storage_use: 'erased',
  subscriptions: 'erased',
  token_reservations: 'erased',
  token_usage: 'erased',
  totp: 'erased',
  user_actions: 'audit',
  user_code_blocks: 'codes that stay',
  user_code_lists: 'codes that stay',
  user_code_ranks: 'codes that stay',
  user_code_tag_totals: 'codes that stay',
  user_code_totals: 'codes that stay',
  user_codes: 'codes that stay',
  wallets: 'law',
  webhooks: 'erased',
  workspace_members: 'erased',
}

/** Columns that name somebody without `user_id`: who did it, by id or by address, and whom a thing is made out to. */
const NAMED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['created_by'],
  webhooks: ['created_by'],
  bulk_runs: ['by'],
  code_report_actions: ['by', 'by_id'],
  code_takedowns: ['by', 'lifted_by'],
  erasures: ['email'],
  identities: ['email'],
  installation: ['first_admin_id'],
  invoices: ['buyer'],
  mail_outbox: ['address'],
  operator_actions: ['by'],
  payments: ['email'],
  registration_invitations: ['created_by', 'email'],
  reported_codes: ['warned_by'],
  user_actions: ['by', 'by_id'],
  user_code_changes: ['by'],
  user_codes: ['created_by'],
  users: ['email', 'first_name', 'last_name', 'pending_email', 'phone', 'photo', 'username', 'username_key'],
  workspace_events: ['by_id'],
  workspace_invitations: ['email', 'invited_by'],
  workspace_members: ['email'],
}

interface Column extends Record<string, unknown> {
  table: string
  name: string
  type: string
  isRequired: boolean
}

const columns = () =>
  query<Column>(
    product.database().db,
    sql`select c.table_name as "table", c.column_name as name, c.data_type as type,
        c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' as "isRequired"
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and not exists (select from pg_inherits where inhrelid = ('public.' || quote_ident(c.table_name))::regclass)
      order by 1, c.ordinal_position`,
  )

test('of each table with a column of a person it is said what becomes of it', async () => {
  const all = await columns()
  const owned = all.filter(({ name }) => name === 'user_id').map(({ table }) => table)
  expect(Object.keys(FATES)).toEqual(owned)
  const NAMES = /^(by|by_id|.*_by|.*email|.*address|username.*|.*_name|.*admin.*|phone|photo|buyer)$/
  const names: Record<string, string[]> = {}
  for (const { table, name } of all)
    if (NAMES.test(name) && !NO_PERSON.includes(`${table}.${name}`))
      names[table] = [...(names[table] ?? []), name]
  for (const list of Object.values(names)) list.sort()
  expect(names).toEqual(NAMED_COLUMNS)
})

/** By name, the class of each table in the operating guide. */
function classes(): Record<string, string> {
  const guide = readFileSync(new URL('../../../../../docs/operate/data-classes.md', import.meta.url), 'utf8')
  const rows = [
    ...guide.matchAll(/^\| (secret|personal|pseudonymous|internal|public) +\| (`[a-z_`, ]+?) +\|$/gm),
  ]
  return Object.fromEntries(
    rows.flatMap(([, level = '', tables = '']) =>
      [...tables.matchAll(/`([a-z_]+)`/g)].map(([, table = '']) => [table, level]),
    ),
  )
}

test('each table has one class of data, and what is of a person is never internal or public', async () => {
  const declared = classes()
  const tables = new Set((await columns()).map(({ table }) => table))
  expect(Object.keys(declared).sort()).toEqual([...tables].sort())
  const ofPeople = [...Object.keys(FATES), ...Object.keys(NAMED_COLUMNS)]
  const open = ofPeople.filter((table) => ['internal', 'public'].includes(declared[table] ?? 'none'))
  // Ids of codes stay taken for good, whoever had them.
  expect(open).toEqual(['dynamic_ids'])
})

test('no secret is readable in the database but those that the guide names', async () => {
  const declared = classes()
  const readable = (await columns())
    .filter(
      ({ table, name }) => declared[table] === 'secret' && /(^|_)(token|secret|password|key)$/.test(name),
    )
    .map(({ table, name }) => `${table}.${name}`)
    .filter((name) => !['passkeys.public_key', 'users.username_key', 'users.has_password'].includes(name))
  expect(readable).toEqual([
    'mail_preferences.unsubscribe_key',
    'report_keys.key',
    'totp.secret',
    'webhooks.secret',
    'webhooks.old_secret',
    'webhooks.token',
  ])
})

/** They sound like a person and are none. */
const NO_PERSON = [
  'billing_profiles.address',
  'code_reports.closed_by',
  'custom_domains.lost_by',
  'generated_codes.file_name',
  'pdf_codes.company_name',
  'pdf_versions.file_name',
  'user_codes.sort_name',
]

/** Rows of a person in each table with a `user_id`. */
const rowsOf = (all: Rows, userId: string): Record<string, Rows[string]> =>
  Object.fromEntries(
    Object.keys(FATES).map((table) => [table, all[table]?.filter((row) => row['user_id'] === userId) ?? []]),
  )
const NEIGHBOUR = idOf('1', 2)

test('of an erased account nothing is left where it says so, all that the law needs stays, and nobody else loses anything', async () => {
  await fillEveryTable(product.database())
  await storeFiles(product.config().dataDir)
  const owner = await product.signInAgain({ ...OWNER, email: 'user1@example.test' })
  // Which a worker would watch.
  await givenTrustedTime(product.database(), new Date(Date.now() + 3_600_000))
  const before = await everyRow(product.database())
  await leaveForGood(owner)
  const after = await everyRow(product.database())
  const own = rowsOf(before, OWNER.id)
  const left = rowsOf(after, OWNER.id)
  for (const [table, fate] of Object.entries(FATES)) {
    if (table === 'erasures') continue
    const keys = (rows: Rows[string] | undefined) => rows?.map((row) => row['id'] ?? row['key'])
    if (fate === 'erased') expect([table, left[table]]).toEqual([table, []])
    // The audit log has what they did last, too.
    else if (fate !== 'codes that stay')
      expect([table, keys(left[table])]).toEqual([table, expect.arrayContaining(keys(own[table]) ?? [])])
  }
  // What a wallet held and what was paid for it, to the đồng.
  for (const table of ['wallets', 'billing_movements', 'ledger_entries', 'ledger_transactions', 'receipts'])
    expect([table, after[table]]).toEqual([table, before[table]])
  expect(rowsOf(after, NEIGHBOUR)).toEqual(rowsOf(before, NEIGHBOUR))
  for (const table of TABLES_OF_CHILDREN) {
    const ofNeighbour = (all: Rows) =>
      all[table]?.filter((row) =>
        ids(before, NEIGHBOUR).has(row['code_id'] ?? row['run_id'] ?? row['page_id'] ?? row['id']),
      )
    expect([table, ofNeighbour(after)]).toEqual([table, ofNeighbour(before)])
    expect(ofNeighbour(before)?.length).toBeGreaterThan(1)
  }
  const [erasure] = (after['erasures'] ?? []).filter((row) => row['user_id'] === OWNER.id)
  expect(erasure).toMatchObject({ email: null, ended_at: expect.any(String) })
})

/** Rows that belong to a code or a run of somebody, and do not say whose they are. */
const TABLES_OF_CHILDREN = [
  ...[
    'bulk_rows',
    'code_page_versions',
    'code_pages',
    'pdf_codes',
    'pdf_counters',
    'pdf_versions',
    'scan_counters',
    'user_code_changes',
  ],
  ...['code_reports', 'code_report_actions', 'cleared_targets'],
]
/** Ids of codes and runs of a person. */
const ids = (all: Rows, userId: string): Set<unknown> =>
  new Set(
    ['user_codes', 'bulk_runs'].flatMap((table) => rowsOf(all, userId)[table]?.map((row) => row['id']) ?? []),
  )

test('no address and no name of an erased operator is left in any table', async () => {
  const admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const clerk = await product.signedIn()
  const mai = await product.signedIn()
  await execute(sql`insert into permissions values (${clerk.id}, 'users', 15), (${clerk.id}, 'billing', 15)`)
  await product.as(clerk).inject({ method: 'DELETE', url: `/identity/users/${mai.id}/sessions` })
  const code = '00000000-0000-4000-8000-000000000001'
  await execute(sql`insert into operator_actions (at, by, action, subject, reason)
    values (now(), ${clerk.email}, 'confirm', 's', 'r')`)
  await execute(sql`insert into code_report_actions (code_id, at, by_id, by, action)
    values (${code}, now(), ${clerk.id}, ${clerk.email}, 'clear')`)
  await execute(sql`insert into code_takedowns (key, code_id, user_id, reason, note, by, at, lifted_at, lifted_by)
    values ('k', ${code}, ${mai.id}, 'other', '', ${clerk.email}, now(), now(), ${clerk.email})`)
  await execute(sql`insert into reported_codes (code_id, open, total, last_at, warned_at, warned_by)
    values (${code}, 0, 1, now(), now(), ${clerk.email})`)
  await codesOf(product, clerk).save(aDynamicCode({ name: clerk.username, tags: [clerk.username] }))
  await leaveForGood(clerk)
  const tables = [...new Set((await columns()).map(({ table }) => table))]
  for (const table of tables) {
    const [found] = await query<{ n: number }>(
      product.database().db,
      sql`
      select count(*)::int as n from ${sql.identifier(table)} t
      where strpos(t::text, ${clerk.email}) > 0 or strpos(t::text, ${clerk.username}) > 0`,
    )
    expect([table, found?.n]).toEqual([table, 0])
  }
  const history = await product.as(admin).inject({ url: '/identity/users/actions' })
  expect(history.json().result).toMatchObject([{ by: clerk.id }, { by: clerk.id, userId: mai.id }])
})
