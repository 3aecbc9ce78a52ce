import { expect, test } from 'vitest'
import { testApp } from '../../../testing/app'
import { unzipped } from '../../../testing/unzipped'
import { OWNER } from '../../../testing/upgrades/filling'
import { everyRow, fillEveryTable, type Rows, storeFiles } from '../../../testing/upgrades/full-installation'
import { leavingOf } from '../testing'

const product = testApp({ BILLING: 'on' })

type Row = Rows[string][number]
/** The files of an export by their path. */
type Export = ReadonlyMap<string, Buffer>
/** What tells the rows of a table apart: in the export, and in the database. */
type Place = { found: (files: Export) => unknown[]; of: (row: Row) => unknown }

const jsonOf = (files: Export, path: string) => JSON.parse(files.get(path)?.toString() ?? 'null')
const at = (file: string, key: string, of: (row: Row) => unknown = (row) => row[key]): Place => ({
  found: (files) => valuesOf(jsonOf(files, file), key),
  of,
})

/** Where the rows of a person are in the file, and by what they are told apart; or why they are not in it. */
const PLACES: Readonly<Record<string, Place | 'secret' | 'computed' | 'short-lived' | 'of operators'>> = {
  api_keys: at('account/api-keys.json', 'name'),
  billing_movements: at('billing/wallet.json', 'id'),
  billing_notices: at('billing/notifications.json', 'id'),
  billing_profiles: at('billing/account.json', 'company'),
  bulk_runs: at('codes/bulk-runs.json', 'id'),
  chat_messages: at('chat/messages.json', 'id'),
  code_file_tickets: 'short-lived',
  code_takedowns: 'of operators',
  custom_domains: at('codes/domains.json', 'domain'),
  domain_paths: at('codes.json', 'paths', ({ host, path }) => `${host}${path}`),
  // The ids of codes in the trash, too, which have no other trace.
  dynamic_ids: 'computed',
  exports: 'short-lived',
  files: at('files/files.json', 'id'),
  generated_codes: 'short-lived',
  idempotency_keys: 'short-lived',
  identities: at('account/security.json', 'issuer'),
  images: { found: (files) => [...files.keys()], of: ({ id }) => `uploads/${id}.png` },
  invoices: at('billing/invoices.json', 'number'),
  known_devices: 'secret',
  mail_outbox: at('account/mails.json', 'status'),
  mail_preferences: at('account/mail-preferences.json', 'weeklyReport', (row) => row['weekly_report']),
  oauth_codes: 'secret',
  one_time_tokens: 'secret',
  outbox_events: 'short-lived',
  page_pictures: {
    found: (files) => [...files.keys()],
    of: ({ id }) => `codes/pictures/${id}.webp`,
  },
  passkeys: at('account/security.json', 'name'),
  payments: at('billing/payments.json', 'ref'),
  pdf_names: at('codes/pdf-pages.json', 'name', ({ key }) => key),
  permissions: {
    found: (files) => Object.entries(jsonOf(files, 'account/profile.json')[0].permissions).map(String),
    of: ({ resource, mask }) => `${resource},${mask}`,
  },
  proposals: at('chat/actions.json', 'id'),
  quota_usage: 'computed',
  quotes: 'short-lived',
  recovery_codes: 'secret',
  reported_codes: 'of operators',
  scan_owners: 'computed',
  sessions: at('account/sessions.json', 'label'),
  storage_use: 'computed',
  subscriptions: at('billing/account.json', 'plan'),
  token_reservations: 'short-lived',
  token_usage: 'computed',
  totp: 'secret',
  user_actions: at('account/actions.json', 'reason'),
  user_code_blocks: 'computed',
  user_code_lists: 'computed',
  user_code_ranks: 'computed',
  user_code_tag_totals: 'computed',
  user_code_totals: 'computed',
  user_codes: at('codes.json', 'id'),
  wallets: at('billing/account.json', 'balance', ({ balance }) => String(balance)),
  webhooks: at('account/webhooks.json', 'url'),
  workspace_members: at('account/workspaces.json', 'workspaceId', (row) => row['workspace_id']),
}

/** The values of a key, wherever it is. */
function valuesOf(json: unknown, key: string): unknown[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, value]) =>
    name === key && (typeof value !== 'object' || value === null || Array.isArray(value))
      ? [value].flat()
      : valuesOf(value, key),
  )
}

test('everything of a full installation that is of a person is in their file, and nothing of another', async () => {
  await fillEveryTable(product.database())
  await storeFiles(product.config().dataDir)
  const owner = await product.signInAgain({ ...OWNER, email: 'user1@example.test' })
  const all = await everyRow(product.database())
  const as = product.as(owner)
  const { id } = (await as.inject({ method: 'POST', url: '/identity/exports' })).json().result
  await leavingOf(product).runJob('account-exports')
  const { url } = (await as.inject({ method: 'POST', url: `/identity/exports/${id}/link` })).json().result
  const files = await unzipped((await product.inject({ url: url.replace('http://app.test', '') })).rawPayload)

  const owned = Object.keys(all).filter(
    (table) => 'user_id' in (all[table]?.[0] ?? {}) && table !== 'erasures',
  )
  expect(Object.keys(PLACES)).toEqual(owned.sort())
  for (const [table, place] of Object.entries(PLACES)) {
    if (typeof place === 'string') continue
    const rows = all[table]?.filter(
      (row) => row['user_id'] === OWNER.id && (row['deleted_at'] ?? null) === null,
    )
    const found = place.found(files)
    for (const value of new Set(rows?.map(place.of)))
      expect([table, value, found.filter((one) => one === value).length]).toEqual([
        table,
        value,
        rows?.filter((row) => place.of(row) === value).length,
      ])
  }
  const text = [...files.values()].join('\n')
  for (const other of ['10000000-0000-4000-8000-000000000002', 'shop2.example', 'Tin 2 ', 'Quán 2'])
    expect(text, other).not.toContain(other)
})
