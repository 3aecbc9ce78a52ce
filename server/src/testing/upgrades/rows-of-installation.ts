import { BOTH, email, FAR, idOf, NOW, rowInto, sha256, userId } from './row'

const archiveKey = (n: number) => `scan-archive/2026-09/2026-09-0${n}`

/** Keys of the stored files that the rows name; the content of each is its key. */
export const KEYS_OF_INSTALLATION: readonly string[] = BOTH.map(archiveKey)

/** Rows of the tables that belong to nobody: two of each, and one where there is never more. */
export const rowsOfInstallation = (): string[] => [
  rowInto('installation', { id: 1, first_admin_id: userId(2), setup_token_hash: 'hash' }),
  rowInto('site_settings', { name: 'appName', value: 'Lá Quét', changed_at: NOW }),
  rowInto('site_settings', { name: 'accent', value: '#1b59ad', changed_at: NOW }),
  rowInto('scan_retention', { is_only: true, whole_from: '2026-10-01' }),
  // As the database has it now: a trusted time that is behind would stop every deletion.
  `insert into trusted_clock (trusted_at, seen_at, steady_from, watched_ms) values (now(), now(), now() - interval '30 days', 2592000000)`,
  // What neither of the two people who have everything can be at once.
  `update users set suspended_at = '${NOW}', refused_at = '${NOW}', email_failed_at = '${NOW}' where id = '${userId(3)}'`,
  `update users set deleting_at = '${FAR}', deletion_warned_at = '${NOW}' where id = '${userId(4)}'`,
  `update scan_owners set sealed_at = '${NOW}' where user_id = '${userId(4)}'`,
  `update scan_closing set packed_until = days_until`,
  ...BOTH.flatMap((n) => [...catalogue(n), ...operation(n), ...moneyOfAll(n)]),
]

function catalogue(n: number): string[] {
  const at = { created_at: NOW, updated_at: NOW }
  const id = idOf('7', n)
  return [
    rowInto('currencies', {
      ...at,
      id,
      code: n === 1 ? 'VND' : 'USD',
      name: `Tiền ${n}`,
      exchange_rate: n,
      search_text: ` tien ${n}`,
    }),
    rowInto('product_categories', {
      ...{ ...at, id, title: `Nhóm ${n}`, parent_id: n === 1 ? null : idOf('7', 1), slug: `nhom-${n}` },
      ...{ path: n === 1 ? 'nhom-1' : 'nhom-1/nhom-2', sort_title: `nhom ${n}`, search_text: ` nhom ${n}` },
    }),
    rowInto('product_units', {
      ...at,
      id,
      title: `Cái ${n}`,
      title_key: `cai ${n}`,
      sort_title: `cai ${n}`,
      search_text: ` cai ${n}`,
    }),
    rowInto('products', {
      ...{
        ...at,
        id,
        title: `Trà ${n}`,
        image_id: `2${n}-image`,
        price: '12.5',
        currency_id: id,
        unit_id: id,
      },
      ...{
        quantity: n,
        description: '',
        keywords: ['trà'],
        detail: '',
        sort_title: `tra ${n}`,
        search_text: ` tra ${n}`,
      },
    }),
    rowInto('categorised_products', { product_id: id, category_id: id, place: n }),
  ]
}

function operation(n: number): string[] {
  const key = archiveKey(n)
  const invitation = {
    email: `guest${n}@example.test`,
    created_by_id: userId(2),
    created_by: email(2),
  }
  return [
    rowInto('registration_invitations', {
      ...invitation,
      id: idOf('7', n),
      created_at: NOW,
      expires_at: FAR,
    }),
    // Of people who are gone: one to the end, one half-way.
    rowInto('erasures', {
      ...{ user_id: idOf('b', n), ending: 'freeze', keep_pdf_pages: false, begun_at: NOW },
      ...(n === 1 ? { ended_at: NOW } : { email: 'gone@example.test', step: 3 }),
    }),
    rowInto('oauth_clients', {
      ...{ id: `client-${n}`, metadata: { redirect_uris: ['http://localhost/'] }, created_at: NOW },
      used_at: n === 1 ? NOW : null,
    }),
    rowInto('rate_limits', { key: `key-${n}`, count: n, blocked_until: NOW, expires_at: FAR }),
    rowInto('backups', { at: `2026-10-3${n - 1}Z`, files: n }),
    rowInto('restores_without_log', { at: `2026-09-0${n}Z` }),
    rowInto('scan_batches', { id: `segment-${n}`, stored_at: NOW }),
    rowInto('scan_archives', {
      ...{ key, day: `2026-09-0${n}`, part: 1, rows: 1, bytes: key.length, sha256: sha256(key) },
      ...{
        footer_bytes: key.length,
        footer_sha256: sha256(key),
        first_code: idOf('f', n),
        last_code: idOf('f', n),
        sums: [],
      },
      ...{
        first_at: '2026-09-01Z',
        last_at: '2026-09-01Z',
        made_at: NOW,
        compared_at: NOW,
        is_dropped: false,
      },
    }),
    rowInto('job_rounds', {
      ...{ name: `job-${n}`, every_seconds: 60, known_at: NOW, due_at: FAR },
      ...(n === 1 ? { done_at: NOW, ended_at: NOW } : { started_at: NOW, lease_until: NOW, failures: 1 }),
    }),
    rowInto('processes', {
      ...{
        key: `process-${n}`,
        role: 'all',
        version: '1.0.0',
        machine: 'a',
        pid: n,
        started_at: NOW,
        seen_at: NOW,
      },
      figures: {},
    }),
    rowInto('report_keys', { day: `2026-10-0${n}`, key: `key-${n}` }),
    rowInto('used_proofs', { signature: `proof-${n}`, expires_at: FAR }),
    rowInto('operator_actions', {
      at: NOW,
      by: email(2),
      action: 'confirm',
      subject: `REF${n}`,
      reason: 'x',
      amount: n,
    }),
  ]
}

const moneyOfAll = (n: number): string[] => [
  rowInto('invoice_counters', { year: 2024 + n, last: n === 1 ? 2 : 6 }),
  rowInto('vat_rates', { percent: 8 + n, since: `2026-0${n}-01Z` }),
  rowInto('ledger_checks', { at: NOW, findings: [] }),
  rowInto('gateway_notices', { at: NOW, provider: 'vnpay', headers: '{}', body: `{"n":${n}}` }),
  rowInto('reconciliations', { at: NOW, provider: 'vnpay', from: NOW, to: NOW, compared: n, findings: [] }),
]
