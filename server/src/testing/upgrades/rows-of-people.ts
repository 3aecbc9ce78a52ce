import { hashOf } from '../../features/account/tokens'
import { BOTH, email, FAR, idOf, NOW, rowInto, type Size, sessionOf, sha256, userId } from './row'
import { LOGO, pageOf, pdfCode, pdfKeys, pdfOf, pictureKeys } from './rows-of-codes'
import { moneyOf, moneyOnceOf } from './rows-of-money'

const imageKey = (p: number, n: number) => `images/${p}${n}/${p}${n}-image`
const exportKey = (p: number) => `exports/${idOf('7', p * 10 + 1)}/1`

/** Keys of the stored files that the rows name; the content of each is its key. */
export const KEYS_OF_PEOPLE: readonly string[] = BOTH.flatMap((p) => [
  ...pdfKeys(p),
  ...pictureKeys(p),
  ...BOTH.map((n) => imageKey(p, n)),
  exportKey(p),
])

/** What two people have in each table with a person. */
export const rowsOfPeople = (size: Size): string[] =>
  BOTH.flatMap((p) => [
    ...BOTH.flatMap((n) => [...accountOf(p, n), ...moneyOf(p, n, size), ...thingsOf(p, n, size)]),
    ...onceOf(p),
    ...moneyOnceOf(p),
  ])

function accountOf(p: number, n: number): string[] {
  const own = { user_id: userId(p) }
  const link = (kind: string) =>
    rowInto('one_time_tokens', {
      ...own,
      token_hash: sha256(`${kind} ${p} ${n}`),
      kind,
      data: {},
      expires_at: FAR,
    })
  return [
    rowInto('passkeys', {
      ...{ ...own, id: `passkey-${p}-${n}`, public_key: 'a2V5', counter: n, transports: ['usb', 'nfc'] },
      ...{
        rp_id: 'app.test',
        name: `Khóa ${n}`,
        backed_up: n === 1,
        created_at: NOW,
        used_at: n === 1 ? NOW : null,
      },
    }),
    rowInto('recovery_codes', { ...own, code_hash: sha256(`recovery ${p} ${n}`) }),
    rowInto('identities', {
      ...{ ...own, issuer: `https://id${n}.example`, subject: `subject-${p}`, email: `sso${n}-${email(p)}` },
      ...{ created_at: NOW, used_at: n === 1 ? NOW : null },
    }),
    link('recovery-link'),
    link('undo-change'),
    rowInto('known_devices', { ...own, device_hash: sha256(`device ${p} ${n}`), last_sign_in_at: NOW }),
    rowInto('permissions', { ...own, resource: n === 1 ? 'users' : 'billing', mask: n }),
    rowInto('sessions', {
      ...{
        ...own,
        token_hash: hashOf(sessionOf(p, n)),
        created_at: NOW,
        expires_at: FAR,
        absolute_expires_at: FAR,
      },
      ...{ label: `Máy ${n}`, country: 'VN', confirmed_at: NOW },
    }),
    rowInto('user_actions', {
      ...own,
      at: NOW,
      by_id: userId(2),
      by: email(2),
      action: 'suspend',
      reason: `${n}`,
    }),
    rowInto('mail_outbox', {
      ...{
        ...own,
        dedupe_key: `mail-${p}-${n}`,
        kind: 'export-ready',
        language: 'vi',
        values: { expiresAt: FAR },
      },
      address: n === 1 ? email(p) : null,
      ...(n === 1
        ? { status: 'sent', attempts: 1, sent_at: NOW }
        : { status: 'waiting', last_error: 'busy' }),
      ...{ next_at: NOW, created_at: NOW },
    }),
    rowInto('api_keys', {
      ...{ ...own, id: idOf('a', p * 10 + n), name: `Khóa ${p} ${n}`, start: 'slk_abcd' },
      ...{
        hash: sha256(`api key ${p} ${n}`),
        created_by: email(p),
        created_at: NOW,
        last_used_country: 'VN',
      },
      ...(n === 1
        ? { scopes: ['codes:read'], expires_at: FAR, last_used_at: NOW, window_at: NOW, window_count: 3 }
        : {
            scopes: ['codes:create', 'scans:read'],
            feed: 'scans',
            ...{ client_id: 'https://claude.example/', client_host: 'claude.example', person_id: userId(p) },
          }),
    }),
    rowInto('grant_tokens', {
      ...{ token_hash: sha256(`grant ${p} ${n}`), key_id: idOf('a', p * 10 + n), expires_at: FAR },
      ...(n === 1 ? { kind: 'access' } : { kind: 'refresh', replaced_at: NOW }),
    }),
    rowInto('oauth_codes', {
      ...{
        ...own,
        code_hash: sha256(`code ${p} ${n}`),
        person_id: userId(p),
        authorization: {},
        expires_at: FAR,
      },
      key_id: n === 1 ? idOf('a', p * 10 + n) : null,
    }),
    rowInto('webhooks', {
      ...{ ...own, id: idOf('b', p * 10 + n), url: `https://hooks.example.vn/${p}/${n}`, created_at: NOW },
      ...{ events: ['code.created', 'code.updated'], secret: 'x'.repeat(32), created_by: email(p) },
      ...(n === 1
        ? { token: 'y'.repeat(43), last_accepted_at: NOW, old_secret: 'z'.repeat(32), old_secret_until: FAR }
        : { enabled: false, off_reason: 'failing', failing_since: NOW, failures: 20 }),
    }),
    rowInto('outbox_events', {
      ...{
        ...own,
        id: `evt_${p}${n}`,
        type: 'code.created',
        at: NOW,
        data: { id: idOf('c', p * 10 + n), name: 'Phở' },
      },
    }),
    rowInto('scan_marks', { code_id: idOf('c', p * 10 + n), told: n }),
    rowInto('webhook_deliveries', {
      ...{ webhook_id: idOf('b', p * 10 + n), event_id: `evt_${p}${n}`, next_at: NOW, tries: 1 },
      attempts: [{ status: n === 1 ? 200 : 503, problem: null, ms: 84, at: '2026-11-28T00:00:00.000Z' }],
      ...(n === 1 && { accepted: true, done_at: NOW }),
    }),
    rowInto('idempotency_keys', {
      ...{
        ...own,
        call: 'create-code',
        key: `key-${n}`,
        body_hash: sha256(`${n}`),
        status_code: 201,
        answer: { n },
      },
      created_at: NOW,
    }),
  ]
}

function thingsOf(p: number, n: number, { users, codes }: Size): string[] {
  const own = { user_id: userId(p) }
  const id = idOf('7', p * 10 + n)
  const codeId = idOf('0', p + (n - 1) * users)
  const ofPdf = pdfCode(codes, p, n)
  const key = imageKey(p, n)
  const design = { settings: {}, logo: null }
  const spec =
    n === 1
      ? { kind: 'tags', add: ['hè'], remove: [] }
      : { kind: 'create', contentType: 'Website', isDynamicCode: true, tags: [], ...design }
  const run = { ...own, id, by: email(p), kind: spec.kind, spec, total: 2, created_at: NOW, started_at: NOW }
  return [
    rowInto('bulk_runs', {
      ...run,
      ...(n === 1
        ? { state: 'done', done: 2, ended_at: NOW }
        : { state: 'stopped', done: 1, ready: 1, stop_reason: 'quota-exceeded' }),
    }),
    ...BOTH.map((row) =>
      rowInto('bulk_rows', {
        ...{ run_id: id, row, outcome: n === 2 && row === 2 ? 'ready' : 'done', code_id: codeId },
        input: { name: `Dòng ${row}`, dynamicId: '' },
        ...(row === 1
          ? { line: 2, verdict: 'ready', before: { from: { tags: [] }, to: { tags: ['hè'] } } }
          : {}),
      }),
    ),
    ...workspaceOf(p, n),
    rowInto('chat_messages', {
      ...{ ...own, id, from: n === 1 ? 'user' : 'GPT', message: `Tin ${p} ${n}`, created_at: NOW },
      ...(n === 1 ? {} : { owner_id: idOf('9', p * 10 + n) }),
      ...(n === 1 ? {} : { question_id: idOf('7', p * 10 + 1), answering_until: NOW }),
    }),
    rowInto('proposals', {
      ...{
        ...own,
        id,
        message_id: idOf('7', p * 10 + 2),
        program: n === 1 ? '' : 'Claude',
        kind: 'rename',
        code_id: codeId,
        changes: [],
      },
      ...{
        status: n === 1 ? 'done' : 'proposed',
        decided_at: n === 1 ? NOW : null,
        created_at: NOW,
        expires_at: FAR,
      },
    }),
    rowInto('code_file_tickets', {
      ...own,
      key_hash: sha256(`ticket ${p} ${n}`),
      request: {},
      expires_at: FAR,
    }),
    rowInto('custom_domains', {
      ...{ ...own, kind: n === 1 ? 'qrcode' : 'ninecard', domain: `go${n}.shop${p}.example`, enabled: true },
      ...(n === 1
        ? { proven_at: NOW, check_at: FAR, certificate_checked_at: NOW, certificate_ends_at: FAR }
        : { missing_since: NOW, lost_at: NOW, lost_by: 'records', misses: 3, certificate_fault: 'mismatch' }),
    }),
    // Two old addresses of one code.
    ...BOTH.map((at) =>
      rowInto('domain_paths', {
        ...{
          ...own,
          host: `go1.shop${p}.example`,
          path: `/ban-${n}-${at}`,
          code_id: codeId,
          created_at: NOW,
        },
      }),
    ),
    rowInto('generated_codes', {
      ...{
        ...own,
        id: `generated-${p}-${n}`,
        file_name: `${n}.svg`,
        payload: `Tờ ${n}`,
        settings: {},
        logo: LOGO,
        created_at: NOW,
      },
    }),
    rowInto('exports', {
      ...{ ...own, id, day: '2026-11-01', number: n, requested_at: NOW, language: 'vi', attempt: 1 },
      ...(n === 1 ? readyExport(p) : { status: p === 1 ? 'failed' : 'running', parts: 11, parts_done: 3 }),
    }),
    rowInto('images', {
      ...own,
      id: `${p}${n}-image`,
      key,
      type: 'image/png',
      size: key.length,
      sha256: sha256(key),
      created_at: NOW,
    }),
    ...pdfOf(p, n, ofPdf),
    ...pageOf(p, n, ofPdf),
    ...BOTH.map((at) =>
      rowInto('user_code_changes', {
        ...{ code_id: codeId, at: `2026-10-0${at}Z`, by: email(p), field: at === 1 ? 'name' : 'target' },
        ...{ from: '"Before"', to: '"After"' },
      }),
    ),
    rowInto('rule_tickets', { code_id: codeId, rule_id: n, taken: 73 }),
    rowInto('code_takedowns', {
      ...{
        ...own,
        key: `code${p}-${n}`,
        code_id: codeId,
        reason: 'other',
        note: `Ghi ${n}`,
        by: email(2),
        at: NOW,
      },
      ...(n === 1 ? { lifted_at: NOW, lifted_by: email(2) } : {}),
    }),
    rowInto('reported_codes', {
      ...own,
      code_id: codeId,
      open: n,
      total: 2,
      last_at: NOW,
      ...(n === 1 ? {} : { warned_at: NOW, warned_by: email(2), waiting_since: NOW }),
    }),
    ...BOTH.map((visitor) =>
      rowInto('code_reports', {
        ...{
          id: idOf('7', p * 100 + n * 10 + visitor),
          code_id: codeId,
          reason: 'phishing',
          created_at: NOW,
        },
        ...{
          target: 'https://shop.example/',
          visitor: `visitor ${visitor}`,
          note: `Báo ${visitor}`,
          closed_by: visitor === 1 ? 1 : null,
        },
      }),
    ),
    rowInto('code_report_actions', {
      code_id: codeId,
      at: NOW,
      by_id: userId(2),
      by: email(2),
      action: 'clear',
    }),
    rowInto('cleared_targets', { code_id: codeId, target: `https://clear.example/${n}`, version: `v${n}` }),
    rowInto('scan_breakdowns', {
      ...{ subject: codeId, keys: ['country VN'], scans: [n], uniques: [1] },
      ...(n === 1
        ? { minutes: 60, at: '2026-10-20T05:00:00Z' }
        : { minutes: 1440, at: '2026-10-20T00:00:00Z', quarters: [20] }),
    }),
  ]
}

/** A workspace of somebody else: in the first they work, the second they have left. */
function workspaceOf(p: number, n: number): string[] {
  const workspaceId = idOf('9', p * 10 + n)
  const member = (person: number, role: string) => ({
    ...{
      workspace_id: workspaceId,
      user_id: userId(person),
      role,
      email: email(person),
      name: `Người ${person}`,
    },
    joined_at: NOW,
  })
  return [
    rowInto('workspaces', {
      ...{ id: workspaceId, name: `Quán ${p} ${n}`, created_at: NOW },
      ...(n === 1 ? { offered_to: userId(p), offer_expires_at: FAR } : {}),
    }),
    rowInto('workspace_members', { ...member(p + 2, 'owner'), is_home: false }),
    rowInto('workspace_members', {
      ...{ ...member(p, n === 1 ? 'manager' : 'viewer'), is_home: false },
      ...(n === 1 ? { seen_at: NOW, weekly_report: true } : { left_at: NOW }),
    }),
    rowInto('workspace_events', {
      ...{ workspace_id: workspaceId, at: NOW, by_id: userId(p), action: 'role-changed', subject: '' },
      ...{ by_key: '', member_id: userId(p + 2), details: { role: 'viewer' } },
    }),
    rowInto('workspace_events', {
      ...{ workspace_id: workspaceId, at: NOW, by_id: `key:${workspaceId}`, action: 'code-created' },
      ...{ by_key: 'Kho · API', subject: `Mã ${n}`, member_id: '', details: { count: 1 } },
    }),
    rowInto('workspace_invitations', {
      ...{ id: workspaceId, workspace_id: workspaceId, role: 'editor', token_hash: sha256(workspaceId) },
      ...{ email: n === 1 ? `moi${p}@example.test` : '', invited_by_id: userId(p), invited_by: email(p) },
      ...{ created_at: NOW, expires_at: FAR },
      ...(n === 1 ? {} : { closed_at: NOW, closed_how: 'used' }),
    }),
  ]
}

const readyExport = (p: number) => ({
  ...{ status: 'ready', parts: 11, parts_done: 11, key: exportKey(p), bytes: exportKey(p).length },
  ...{ sha256: sha256(exportKey(p)), ready_at: NOW, expires_at: FAR },
})

/** What a person has one of. */
function onceOf(p: number): string[] {
  const own = { user_id: userId(p) }
  return [
    // One that is set up, and one of which the first code was never entered.
    rowInto('totp', { ...own, secret: 'JBSWY3DPEHPK3PXP', last_step: p, enabled_at: p === 1 ? null : NOW }),
    `insert into storage_use (user_id, files, bytes)
      select '${userId(p)}', count(*), sum(size)
      from (select size from files where user_id = '${userId(p)}' union all select size from images where user_id = '${userId(p)}'
        union all select small_size + large_size from page_pictures where user_id = '${userId(p)}') as stored`,
    rowInto('mail_preferences', {
      ...own,
      refused: ['export-ready'],
      weekly_report: true,
      unsubscribe_key: `unsubscribe-${p}`,
    }),
    `update users set pending_email = 'new-' || email, email_verified_at = '${NOW}', language = 'vi', time_zone = 'Asia/Ho_Chi_Minh', phone = '+8490000000${p}' where id = '${userId(p)}'`,
  ]
}
