/** The problem of a job; `running` is none. */
export const JOB_STATES = ['done', 'waiting', 'running', 'failed', 'stuck', 'late'] as const

/** Every repeated job; the screens have a name for each. */
export const JOB_NAMES = [
  'account-deletions',
  'account-exports',
  'api-key-expiry',
  'billing-expiry',
  'billing-gateways',
  'billing-ledger-check',
  'billing-renewals',
  'bulk-runs',
  'code-trash',
  'demo-reset',
  'domain-certificates',
  'domain-checks',
  'gateway-notices',
  'gateway-reconciliation',
  'mail-cleanup',
  'page-cleanup',
  'proof-cleanup',
  'scan-archive',
  'scan-closing',
  'scan-retention',
  'webhook-cleanup',
  'webhook-scan-counts',
  'weekly-reports',
  'workspace-history',
] as const
export type JobName = (typeof JOB_NAMES)[number]
