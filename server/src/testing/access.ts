import type { Capability, PermittedAction, Resource } from '@scanleaf/shared'
import { menuOf, somePageInput } from '../features/pages/testing/some-pages'
import { OPERATOR_ACCESS } from './operator-access'

/** What belongs to somebody, by the way it is named in addresses. */
export type Owned =
  | 'code'
  | 'bulk run'
  | 'import'
  | 'pdf'
  | 'question'
  | 'chat action'
  | 'proposal'
  | 'pdf name'
  | 'page'
  | 'payment'
  | 'invoice'
  | 'notice'
  | 'file'
  | 'api key'
  | 'feed'
  | 'webhook'

export type Access =
  /** Anybody: pages, routes authenticated by a signature or a password of their own, resources under a random key. */
  | 'open'
  /** Whose token it is by a header of its own. */
  | 'own token'
  /** Any key of a workspace, and nobody else. */
  | 'key'
  /** Any signed-in user, for themselves. */
  | 'person'
  /** A member of the workspace of the call who has it. */
  | Capability
  | 'admin'
  /** Such a member of the workspace of the first parameter; the payload is a valid one, the form has this field for a file. */
  | { needs: Capability; owned: Owned; payload?: object; form?: 'pdfFile' | 'photo' }
  | [Resource, PermittedAction]

const CONFIRMED = { decision: 'confirm' }
const A_CHAT_ACTION = { needs: 'assistant', owned: 'chat action' } as const
const OWN_PDF = { needs: 'codes:write', owned: 'pdf' } as const
const A_PDF = { ...OWN_PDF, form: 'pdfFile' } as const
const A_PAGE = { needs: 'codes:write', owned: 'page' } as const
const DECIDES_REPORTS: Access = ['code-reports', 'update']
const SOLD_OUT = { items: [{ id: 'i0', isSoldOut: true }] }
const A_DRAFT = { revision: 1, page: somePageInput('menu', [menuOf(5)]) }
const AN_ADDRESS = { address: 'https://go.lasen.example/menu' }
const A_PATH = { needs: 'codes:write', owned: 'code', payload: AN_ADDRESS } as const

/** The calls of a list that operators keep. */
const listAccess = (path: string, resource: Resource): Record<string, Access> => ({
  [`GET ${path}`]: [resource, 'read'],
  [`POST ${path}`]: [resource, 'create'],
  [`DELETE ${path}`]: [resource, 'delete'],
  [`GET ${path}/:id`]: [resource, 'read'],
  [`PATCH ${path}/:id`]: [resource, 'update'],
  [`DELETE ${path}/:id`]: [resource, 'delete'],
})

/** Who may call what. A route without a row fails the first test: think who may call it, then write it here. */
export const ACCESS: Readonly<Record<string, Access>> = {
  'GET /docs': 'open',
  'GET /docs/static/*': 'open',
  'GET /docs/client.tgz': 'open',
  'GET /docs/connect/:file': 'open',
  'GET /docs/json': 'open',
  'GET /docs/static/index.html': 'open',
  'GET /docs/static/swagger-initializer.js': 'open',
  'GET /docs/yaml': 'open',
  'GET /.well-known/security.txt': 'open',
  'GET /openapi.json': 'open',
  'GET /openapi/v1.json': 'open',
  'GET /config': 'open',
  'GET /gateway/api/help': 'open',
  'GET /help': 'open',
  'GET /help/': 'open',
  'GET /help/*': 'open',
  'GET /geo/country': 'open',
  'GET /healthz': 'open',
  'GET /readyz': 'open',
  'GET /domains/ask': 'open',
  'GET /webhooks/vnpay': 'open',
  'POST /webhooks/casso': 'open',
  'POST /webhooks/momo': 'open',
  'POST /webhooks/payos': 'open',
  'POST /webhooks/paypal': 'open',
  'POST /webhooks/sepay': 'open',
  'POST /webhooks/stripe': 'open',

  'POST /identity/users': 'open',
  'POST /restore': 'open',
  'POST /restore/backups': 'open',
  'POST /identity/users/auth': 'open',
  'POST /users/auth': 'open',
  'POST /identity/recovery': 'open',
  'POST /identity/recovery/check': 'open',
  'POST /identity/recovery/set': 'open',
  'POST /identity/email/confirm': 'open',
  'POST /identity/changes/undo': 'open',
  'POST /identity/email/verification': 'person',
  'DELETE /identity/email/pending': 'person',
  'POST /identity/users/:id/recovery-link': ['users', 'update'],
  'POST /identity/users/:id/approval': ['users', 'update'],
  'GET /identity/invitations': ['users', 'update'],
  'POST /identity/invitations': ['users', 'update'],
  'DELETE /identity/invitations/:id': ['users', 'update'],
  'POST /identity/invitations/check': 'open',
  'POST /identity/sessions/code': 'person',
  'POST /identity/sessions/exchange': 'open',
  'POST /identity/recovery/passkey/options': 'open',
  'GET /identity/users': ['users', 'read'],
  'GET /identity/users/actions': ['users', 'read'],
  'GET /identity/users/:id': ['users', 'read'],
  'PATCH /identity/users/:id': ['users', 'update'],
  'GET /identity/users/:id/sessions': ['users', 'read'],
  'DELETE /identity/users/:id/sessions': ['users', 'update'],
  'DELETE /identity/users/:id/sessions/:sessionId': ['users', 'update'],
  'GET /identity/sessions/verify': 'own token',
  'GET /identity/sessions/verify-token': 'own token',
  'GET /verify-session': 'own token',
  'GET /verify-token': 'own token',
  'GET /identity/admin/verify': 'admin',
  'GET /admin/verify': 'admin',
  'GET /identity/users/profile': 'person',
  'PATCH /identity/users/profile': 'person',
  'DELETE /identity/users/profile': 'person',
  'GET /identity/users/profile/deletion': 'person',
  'DELETE /identity/users/profile/deletion': 'person',
  'PUT /identity/users/:id/deletion': ['users', 'delete'],
  'DELETE /identity/users/:id/deletion': ['users', 'delete'],
  'GET /identity/exports': 'person',
  'POST /identity/exports': 'person',
  // One of the own; those of others are as if they were not there.
  'POST /identity/exports/:id/link': 'person',
  // By a token that its owner made an hour ago at most.
  'GET /identity/exports/file': 'open',
  'PUT /identity/users/password': 'person',
  'GET /identity/sessions': 'person',
  'DELETE /identity/sessions': 'person',
  'DELETE /identity/sessions/others': 'person',
  // One of the own; those of others are as if they were not there.
  'DELETE /identity/sessions/:id': 'person',
  'POST /identity/sessions/current/confirm': 'person',
  'GET /identity/factors': 'person',
  'POST /identity/factors/totp': 'person',
  'PUT /identity/factors/totp': 'person',
  'DELETE /identity/factors/totp': 'person',
  'POST /identity/factors/recovery-codes': 'person',
  'POST /identity/factors/passkeys/options': 'person',
  'POST /identity/factors/passkeys': 'person',
  'PATCH /identity/factors/passkeys/:id': 'person',
  'DELETE /identity/factors/passkeys/:id': 'person',
  'POST /identity/passkeys/sign-in/options': 'open',
  'POST /identity/passkeys/sign-in': 'open',
  'POST /identity/sessions/current/confirm/passkey/options': 'person',
  'POST /identity/sessions/current/confirm/passkey': 'person',
  'DELETE /identity/sessions/current': 'person',
  'POST /identity/oidc/:name/start': 'open',
  // By the state that only a started sign-in has.
  'GET /identity/oidc/:name/callback': 'open',
  'POST /identity/oidc/exchange': 'open',
  'GET /identity/identities': 'person',
  'POST /identity/identities': 'person',
  'POST /identity/identities/:name/start': 'person',
  'DELETE /identity/identities/:name': 'person',
  'POST /identity/sessions/current/confirm/oidc/:name/start': 'person',
  'POST /identity/sessions/current/confirm/oidc': 'person',

  'GET /mail/preferences': 'person',
  'PATCH /mail/preferences': 'person',
  // By a random key in the address, which only refuses mails.
  'GET /mail/unsubscribe': 'open',
  'POST /mail/unsubscribe': 'open',

  'POST /qrcode-generator/qrcode': 'open',
  'POST /qrcode-generator/scan-check': 'open',
  'POST /qrcode-generator/read': 'open',
  'POST /qrcode-generator/text-outline': 'open',
  'POST /qrcode-generator/download-qrcode': 'open',
  'POST /qrcode-generator/download-qrcode/user': 'codes:read',
  'POST /qrcode-generator/qrcode-url-logo-img/user': 'codes:create',
  'POST /qrcode-generator/qrcode-url-logo-img/user-logo': 'codes:create',
  'POST /qrcode-generator/qrcode-url-logo-text/user': 'codes:create',
  'GET /media/codes/:imageKey.:format': 'open',
  'GET /media/images/:id': 'open',
  'GET /media/qrcodes/:dirName/:fileName': 'open',
  'POST /media/images': 'codes:create',
  'POST /media/files/upload': 'codes:create',
  'GET /media/files/:id': { needs: 'codes:read', owned: 'file' },

  'GET /gateway/api/workspaces': 'person',
  'POST /gateway/api/workspaces': 'person',
  // Of workspaces of others it says as little as of none.
  'GET /gateway/api/workspaces/find': 'person',
  'PATCH /gateway/api/workspaces/:workspaceId': 'workspace:write',
  'GET /gateway/api/workspaces/:workspaceId/members': 'members:read',
  'PATCH /gateway/api/workspaces/:workspaceId/members/:userId': 'members:write',
  // Everybody may leave; who removes another needs more.
  'DELETE /gateway/api/workspaces/:workspaceId/members/:userId': 'members:read',
  'GET /gateway/api/workspaces/:workspaceId/history': 'history:read',
  'GET /gateway/api/workspaces/:workspaceId/history.csv': 'history:read',
  'GET /gateway/api/workspaces/:workspaceId/ownership': 'members:read',
  'DELETE /gateway/api/workspaces/:workspaceId/ownership': 'members:read',
  'POST /gateway/api/workspaces/:workspaceId/ownership': 'workspace:transfer',
  'GET /gateway/api/workspaces/:workspaceId/deletion': 'workspace:delete',
  'DELETE /gateway/api/workspaces/:workspaceId/deletion': 'workspace:delete',
  'DELETE /gateway/api/workspaces/:workspaceId': 'workspace:delete',
  'GET /gateway/api/workspaces/:workspaceId/exports': 'workspace:delete',
  'POST /gateway/api/workspaces/:workspaceId/exports': 'workspace:delete',
  'POST /gateway/api/workspaces/:workspaceId/exports/:id/link': 'workspace:delete',
  'POST /gateway/api/workspaces/:workspaceId/ownership/accept': 'members:read',
  'GET /gateway/api/workspaces/:workspaceId/invitations': 'members:write',
  'POST /gateway/api/workspaces/:workspaceId/invitations': 'members:write',
  'DELETE /gateway/api/workspaces/:workspaceId/invitations/:invitationId': 'members:write',
  // By the token of the invitation.
  'POST /gateway/api/workspaces/invitations/check': 'open',
  'POST /gateway/api/workspaces/invitations/accept': 'person',

  'GET /webhooks': 'webhooks:write',
  'POST /webhooks': 'webhooks:write',
  'PATCH /webhooks/:id': { needs: 'webhooks:write', owned: 'webhook', payload: { enabled: true } },
  'DELETE /webhooks/:id': { needs: 'webhooks:write', owned: 'webhook' },
  'GET /webhooks/samples': 'webhooks:write',
  'GET /webhooks/:id/secret': { needs: 'integrations:write', owned: 'webhook' },
  'POST /webhooks/:id/secret': { needs: 'integrations:write', owned: 'webhook' },
  'POST /webhooks/:id/test': { needs: 'webhooks:write', owned: 'webhook' },
  'GET /webhooks/:id/deliveries': { needs: 'webhooks:write', owned: 'webhook' },
  'POST /webhooks/:id/deliveries/again': { needs: 'webhooks:write', owned: 'webhook' },
  'POST /webhooks/:id/deliveries/:eventId/again': { needs: 'webhooks:write', owned: 'webhook' },
  'GET /gateway/api/api-keys': 'integrations:write',
  'POST /gateway/api/api-keys': 'integrations:write',
  'PATCH /gateway/api/api-keys/:id': {
    needs: 'integrations:write',
    owned: 'api key',
    payload: { name: 'Till' },
  },
  'DELETE /gateway/api/api-keys/:id': { needs: 'integrations:write', owned: 'api key' },
  'POST /gateway/api/api-keys/feeds': 'integrations:write',
  'POST /gateway/api/api-keys/feeds/:id/replace': { needs: 'integrations:write', owned: 'feed' },
  'GET /feeds/:secret/:file': 'open',

  'GET /.well-known/oauth-protected-resource': 'open',
  'GET /.well-known/oauth-protected-resource/mcp': 'open',
  'GET /.well-known/oauth-authorization-server': 'open',
  'POST /oauth/token': 'open',
  'POST /oauth/revoke': 'open',
  'POST /oauth/register': 'open',
  'POST /oauth/requests': 'integrations:write',
  'POST /oauth/requests/allow': 'integrations:write',
  'POST /mcp': 'key',
  'GET /mcp': 'key',
  'DELETE /mcp': 'key',
  'GET /gateway/api/proposals/:id': { needs: 'assistant', owned: 'proposal' },
  'POST /gateway/api/proposals/:id': { needs: 'assistant', owned: 'proposal', payload: CONFIRMED },
  'POST /gateway/api/proposals/:id/undo': { needs: 'assistant', owned: 'proposal' },

  'GET /gateway/api/qrcode/bulk-runs': 'codes:read',
  'POST /gateway/api/qrcode/bulk-runs': 'codes:write',
  'GET /gateway/api/qrcode/bulk-runs/:id': { needs: 'codes:read', owned: 'bulk run' },
  'PATCH /gateway/api/qrcode/bulk-runs/:id': { needs: 'codes:write', owned: 'import', payload: {} },
  'POST /gateway/api/qrcode/bulk-runs/:id/check': { needs: 'codes:write', owned: 'import' },
  'GET /gateway/api/qrcode/bulk-runs/:id/report.csv': { needs: 'codes:read', owned: 'bulk run' },
  'GET /gateway/api/qrcode/bulk-runs/:id/rows': { needs: 'codes:read', owned: 'bulk run' },
  'PATCH /gateway/api/qrcode/bulk-runs/:id/rows/:row': {
    needs: 'codes:write',
    owned: 'bulk run',
    payload: { content: { content: 'https://mine.example/' } },
  },
  'POST /gateway/api/qrcode/bulk-runs/:id/start': {
    needs: 'codes:write',
    owned: 'bulk run',
    payload: { mode: 'all' },
  },
  'POST /gateway/api/qrcode/bulk-runs/:id/stop': { needs: 'codes:write', owned: 'bulk run' },
  'POST /gateway/api/qrcode/bulk-runs/:id/undo': { needs: 'codes:write', owned: 'bulk run' },
  'POST /gateway/api/qrcode/code-files': 'codes:read',
  // By a random ticket in the address, which its owner made five minutes ago at most.
  'GET /gateway/api/qrcode/code-files/:ticket': 'open',
  'GET /gateway/api/qrcode/code-reports': 'codes:read',
  'GET /gateway/api/qrcode/code-reports/:codeId': { needs: 'codes:read', owned: 'code' },
  'GET /gateway/api/qrcode/user-codes': 'codes:read',
  'POST /gateway/api/qrcode/user-codes': 'codes:create',
  'DELETE /gateway/api/qrcode/user-codes': 'codes:write',
  'POST /gateway/api/qrcode/user-codes/bulk': 'codes:create',
  'POST /gateway/api/qrcode/user-codes/restore': 'codes:write',
  'GET /gateway/api/qrcode/user-codes/trash': 'codes:read',
  'DELETE /gateway/api/qrcode/user-codes/trash': 'codes:write',
  'POST /gateway/api/qrcode/user-codes/trash/empty': 'codes:write',
  'POST /gateway/api/qrcode/user-codes/state': 'codes:write',
  'POST /gateway/api/qrcode/user-codes/validate': 'codes:create',
  'GET /gateway/api/qrcode/user-codes/sparklines': 'scans:read',
  'GET /gateway/api/qrcode/user-codes/tags': 'codes:read',
  'GET /gateway/api/qrcode/user-codes/:id': { needs: 'codes:read', owned: 'code' },
  'GET /gateway/api/qrcode/user-codes/:id/rules': { needs: 'codes:read', owned: 'code' },
  'POST /gateway/api/qrcode/user-codes/rules/try': 'codes:read',
  'GET /gateway/api/qrcode/user-codes/:id/changes': { needs: 'codes:read', owned: 'code' },
  'GET /gateway/api/qrcode/user-codes/:id/image.:format': { needs: 'codes:read', owned: 'code' },
  'GET /gateway/api/qrcode/user-codes/:id/scans': { needs: 'scans:read', owned: 'code' },
  'GET /gateway/api/qrcode/user-codes/:id/scans.csv': { needs: 'scans:read', owned: 'code' },
  'GET /gateway/api/qrcode/user-codes/:id/scans/report.pdf': { needs: 'scans:read', owned: 'code' },
  'GET /gateway/api/qrcode/user-codes/:id/scans/summary.csv': { needs: 'scans:read', owned: 'code' },
  'GET /gateway/api/qrcode/user-codes/:id/scans/live': { needs: 'scans:read', owned: 'code' },
  'GET /gateway/api/qrcode/user-codes/:id/scans/recent': { needs: 'scans:read', owned: 'code' },
  'PATCH /gateway/api/qrcode/user-codes/:id': {
    needs: 'codes:write',
    owned: 'code',
    payload: { name: 'mine now' },
  },
  'POST /gateway/api/qrcode/user-codes/:id/changes/:changeId/revert': { needs: 'codes:write', owned: 'code' },
  'POST /gateway/api/qrcode/user-codes/:id/duplicate': { needs: 'codes:create', owned: 'code' },
  'POST /gateway/api/qrcode/user-codes/:id/paths': A_PATH,
  'DELETE /gateway/api/qrcode/user-codes/:id/paths': A_PATH,
  'POST /gateway/api/qrcode/user-codes/logo/:id': {
    needs: 'codes:write',
    owned: 'code',
    payload: { text: 'mine', background: '' },
  },
  'DELETE /gateway/api/qrcode/user-codes/:id': { needs: 'codes:write', owned: 'code' },
  'GET /gateway/api/qrcode/scans': 'scans:read',
  'GET /gateway/api/qrcode/scans.csv': 'scans:read',
  'GET /gateway/api/qrcode/scans/report.pdf': 'scans:read',
  'GET /gateway/api/qrcode/scans/summary.csv': 'scans:read',
  'GET /gateway/api/qrcode/scans/live': 'scans:read',
  'POST /gateway/api/qrcode/dynamic-codes': 'codes:create',
  'GET /gateway/api/qrcode/pdf-qrcodes': 'codes:read',
  'POST /gateway/api/qrcode/pdf-qrcodes': 'codes:create',
  'GET /gateway/api/qrcode/pdf-qrcodes/validate/:name': 'codes:create',
  'GET /gateway/api/qrcode/pdf-qrcodes/name/:name': { needs: 'codes:read', owned: 'pdf name' },
  'POST /gateway/api/qrcode/pages': 'codes:create',
  'GET /gateway/api/qrcode/pages/:id': { needs: 'codes:read', owned: 'page' },
  'PUT /gateway/api/qrcode/pages/:id': { ...A_PAGE, payload: A_DRAFT },
  'POST /gateway/api/qrcode/pages/:id/publish': { ...A_PAGE, payload: { revision: 1 } },
  'PATCH /gateway/api/qrcode/pages/:id/menu-items': { ...A_PAGE, payload: SOLD_OUT },
  'POST /gateway/api/qrcode/pages/:id/pictures': { ...A_PAGE, form: 'photo' },
  'GET /gateway/api/qrcode/pages/:id/versions': { needs: 'codes:read', owned: 'page' },
  'POST /gateway/api/qrcode/pages/:id/versions/:versionId/restore': A_PAGE,
  'GET /gateway/api/qrcode/pdf-qrcodes/:id': { needs: 'codes:read', owned: 'pdf' },
  'GET /gateway/api/qrcode/pdf-qrcodes/:id/versions': { needs: 'codes:read', owned: 'pdf' },
  'PATCH /gateway/api/qrcode/pdf-qrcodes/:id': A_PDF,
  'POST /gateway/api/qrcode/pdf-qrcodes/:id/versions/:versionId/restore': OWN_PDF,
  'DELETE /gateway/api/qrcode/pdf-qrcodes/:id': OWN_PDF,
  'GET /gateway/api/qrcode/settings': 'codes:read',
  'GET /gateway/api/qrcode/settings/domain': 'domain:write',
  'PATCH /gateway/api/qrcode/settings': 'domain:write',
  'PATCH /gateway/api/qrcode/settings/verify-domain': 'domain:write',
  'GET /gateway/api/qrcode/my-message-tokens': 'assistant',
  'GET /gateway/api/qrcode/message-gpt': 'assistant',
  'POST /gateway/api/qrcode/message-gpt': 'assistant',
  'POST /gateway/api/qrcode/message-gpt/:id/answer': { needs: 'assistant', owned: 'question' },
  'GET /gateway/api/qrcode/message-gpt/actions': 'assistant',
  'POST /gateway/api/qrcode/message-gpt/actions/:id': { ...A_CHAT_ACTION, payload: CONFIRMED },
  'POST /gateway/api/qrcode/message-gpt/actions/:id/undo': A_CHAT_ACTION,

  'GET /gateway/api/billing/billing-accounts/info': 'billing:read',
  'GET /gateway/api/billing/billing-accounts/profile': 'billing:read',
  'PATCH /gateway/api/billing/billing-accounts/profile': 'billing:write',
  'GET /gateway/api/billing/plans': 'billing:read',
  'GET /gateway/api/billing/payment-methods': 'billing:read',
  'GET /gateway/api/billing/payment-types': 'billing:read',
  'GET /gateway/api/billing/subscriptions/info': 'codes:read',
  'POST /gateway/api/billing/subscriptions/quote': 'billing:write',
  'POST /gateway/api/billing/subscriptions/change': 'billing:write',
  'GET /gateway/api/billing/transactions': 'billing:read',
  'POST /gateway/api/billing/transactions': 'billing:write',
  'GET /gateway/api/billing/statement': 'billing:read',
  'GET /gateway/api/billing/statement.csv': 'billing:read',
  'GET /gateway/api/billing/transactions/:id': { needs: 'billing:read', owned: 'payment' },
  'POST /gateway/api/billing/transactions/:id/refresh': { needs: 'billing:write', owned: 'payment' },
  'POST /gateway/api/billing/transactions/:id/open': { needs: 'billing:write', owned: 'payment' },
  'POST /gateway/api/billing/transactions/:id/cancel': { needs: 'billing:write', owned: 'payment' },
  'GET /gateway/api/billing/invoices/:id': { needs: 'billing:read', owned: 'invoice' },
  'GET /gateway/api/billing/notices': 'billing:read',
  'POST /gateway/api/billing/notices/:id/close': { needs: 'billing:write', owned: 'notice' },

  'GET /admin/code-reports': ['code-reports', 'read'],
  'GET /admin/code-reports/:codeId': ['code-reports', 'read'],
  'POST /admin/code-reports/:codeId/dismiss': DECIDES_REPORTS,
  'POST /admin/code-reports/:codeId/warn': DECIDES_REPORTS,
  'POST /admin/code-reports/:codeId/reopen': DECIDES_REPORTS,
  'POST /admin/code-reports/:codeId/restore': DECIDES_REPORTS,
  'POST /admin/code-reports/:codeId/takedown': DECIDES_REPORTS,
  'POST /admin/code-reports/owners/:userId/takedown': DECIDES_REPORTS,
  'GET /admin/code-reports/pages': ['code-reports', 'read'],
  'POST /admin/code-reports/pages/:id/approve': DECIDES_REPORTS,
  'POST /admin/code-reports/pages/:id/refuse': DECIDES_REPORTS,

  // What their masks let them read; null for the rest.
  'GET /gateway/api/admin/operations/pending': 'person',
  'GET /gateway/api/admin/operations/users/:id': ['users', 'read'],
  'GET /gateway/api/admin/status': 'admin',
  'GET /gateway/api/admin/status/set-up': 'admin',
  'POST /gateway/api/admin/status/jobs/:name/run': 'admin',
  ...OPERATOR_ACCESS,

  ...listAccess('/product-service/products', 'products'),
  ...listAccess('/product-service/product-categories', 'product-categories'),
  ...listAccess('/product-service/product-units', 'product-units'),
  ...listAccess('/core-service/currencies', 'currencies'),
}
