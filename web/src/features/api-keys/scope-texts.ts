import type { ApiScope } from '@scanleaf/shared'

/** A scope in words. */
export const SCOPE_TEXTS = {
  'codes:read': 'api-keys:scope.codes-read',
  'codes:create': 'api-keys:scope.codes-create',
  'codes:propose': 'api-keys:scope.codes-propose',
  'codes:write': 'api-keys:scope.codes-write',
  'scans:read': 'api-keys:scope.scans-read',
  'webhooks:write': 'api-keys:scope.webhooks-write',
} as const satisfies Record<ApiScope, string>
