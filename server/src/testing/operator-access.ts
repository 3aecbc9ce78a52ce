import type { PermittedAction, Resource } from '@scanleaf/shared'

/** An id of nothing. */
export const NOT_THERE = '0b9df6a5-7c5e-4c9e-8f0e-3c1a52a8a000'

/** Values of the parameters of a URL besides the first. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  format: 'png',
  changeId: '1',
  row: '1',
  versionId: NOT_THERE,
}

const billing = (action: PermittedAction): [Resource, PermittedAction] => ['billing', action]

/** The part of ACCESS for site settings, whose logo is everybody's, and for those who operate billing. */
export const OPERATOR_ACCESS: Readonly<Record<string, 'open' | 'admin' | [Resource, PermittedAction]>> = {
  'GET /config/logo': 'open',
  'GET /gateway/api/admin/site-settings': 'admin',
  'PATCH /gateway/api/admin/site-settings': 'admin',
  'PUT /gateway/api/admin/site-settings/logo': 'admin',
  'DELETE /gateway/api/admin/site-settings/logo': 'admin',
  'PUT /gateway/api/admin/site-settings/mail': 'admin',
  'DELETE /gateway/api/admin/site-settings/mail': 'admin',
  'POST /gateway/api/admin/site-settings/test-mail': 'admin',

  'GET /gateway/api/admin/billing/audit': billing('read'),
  'GET /gateway/api/admin/billing/checks': billing('read'),
  'POST /gateway/api/admin/billing/checks': billing('update'),
  'GET /gateway/api/admin/billing/notices': billing('read'),
  'GET /gateway/api/admin/billing/receipts': billing('read'),
  'POST /gateway/api/admin/billing/receipts': billing('update'),
  'POST /gateway/api/admin/billing/receipts/import': billing('update'),
  'POST /gateway/api/admin/billing/receipts/:id/assign': billing('update'),
  'POST /gateway/api/admin/billing/receipts/:id/refund': billing('update'),
  'GET /gateway/api/admin/billing/reconciliations': billing('read'),
  'POST /gateway/api/admin/billing/reconciliations': billing('update'),
  'GET /gateway/api/admin/billing/transfers': billing('read'),
  'GET /gateway/api/admin/billing/transfers/:id/refunds': billing('read'),
  'POST /gateway/api/admin/billing/transfers/:id/confirm': billing('update'),
  'POST /gateway/api/admin/billing/transfers/:id/refund': billing('update'),
  'POST /gateway/api/admin/billing/transfers/:id/reject': billing('update'),
}
