import type { OperatorGuideSection } from '../help/operator-guide'

/** Severity: nothing to do; attention when there is time; people are affected now. */
export const STATUS_STATES = ['good', 'attention', 'broken'] as const
export type StatusState = (typeof STATUS_STATES)[number]

export const STATUS_GROUPS = [
  'codes',
  'data',
  'processes',
  'jobs',
  'money',
  'domains',
  'mail',
  'accounts',
] as const
export type StatusGroup = (typeof STATUS_GROUPS)[number]

/** How a metric is judged. */
export interface StatusThreshold {
  group: StatusGroup
  /** The unit of the figure and its threshold: seconds, bytes, a number of things, or a share of 1. */
  unit: 'count' | 'seconds' | 'bytes' | 'share'
  /** Past it the metric is no longer good. */
  threshold: { above: number } | { below: number }
  /** The state past the threshold. */
  state: Exclude<StatusState, 'good'>
  /** The rule of docs/alerts.yml with the same threshold, if there is one; a test compares. */
  alert?: string
  /** The section of docs/operate that explains more; a test checks that it exists. */
  guide: OperatorGuideSection
}

const DAYS = 86_400

/** Everything that the status page judges, in its order. */
export const STATUS_THRESHOLDS = {
  'visitors-sent-away': {
    group: 'codes',
    unit: 'count',
    threshold: { above: 0 },
    state: 'broken',
    alert: 'RedirectsUnavailable',
    guide: { page: 'postgresql', section: 'High availability' },
  },
  'codes-trial': {
    group: 'codes',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'domains-and-https', section: 'Address of short links' },
  },
  'proxies-unlisted': {
    group: 'codes',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'domains-and-https', section: 'Other reverse proxies' },
  },
  'scans-late': {
    group: 'codes',
    unit: 'seconds',
    threshold: { above: 300 },
    state: 'broken',
    alert: 'ScansNotMoved',
    guide: { page: 'files-and-s3', section: 'Scan journal' },
  },
  'scans-waiting': {
    group: 'codes',
    unit: 'bytes',
    threshold: { above: 1e9 },
    state: 'broken',
    alert: 'JournalGrows',
    guide: { page: 'files-and-s3', section: 'Scan journal' },
  },
  'parts-missing': {
    group: 'processes',
    unit: 'count',
    threshold: { above: 0 },
    state: 'broken',
    guide: { page: 'several-processes', section: 'Process roles' },
  },
  'processes-silent': {
    group: 'processes',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'several-processes', section: 'Process roles' },
  },
  versions: {
    group: 'processes',
    unit: 'count',
    threshold: { above: 1 },
    state: 'attention',
    guide: { page: 'upgrades', section: 'Zero-downtime upgrades' },
  },
  updates: {
    group: 'processes',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'upgrades', section: 'Notice of new versions' },
  },
  'answers-failed': {
    group: 'processes',
    unit: 'share',
    threshold: { above: 0.01 },
    state: 'broken',
    alert: 'AnswersFail',
    guide: { page: 'monitoring', section: 'Logs' },
  },
  'main-thread-late': {
    group: 'processes',
    unit: 'seconds',
    threshold: { above: 0.5 },
    state: 'attention',
    alert: 'EventLoopHeldUp',
    guide: { page: 'several-processes', section: 'Process roles' },
  },
  'database-answer': {
    group: 'data',
    unit: 'seconds',
    threshold: { above: 0.25 },
    state: 'attention',
    guide: { page: 'postgresql', section: 'Connections and poolers' },
  },
  'database-waiting': {
    group: 'data',
    unit: 'count',
    threshold: { above: 5 },
    state: 'attention',
    alert: 'DatabaseConnectionsExhausted',
    guide: { page: 'postgresql', section: 'Connections and poolers' },
  },
  'files-refused': {
    group: 'data',
    unit: 'count',
    threshold: { above: 0 },
    state: 'broken',
    guide: { page: 'files-and-s3', section: 'Uploaded files' },
  },
  'disk-free': {
    group: 'data',
    unit: 'bytes',
    threshold: { below: 1e9 },
    state: 'attention',
    alert: 'DiskLow',
    guide: { page: 'capacity', section: 'Memory and disk' },
  },
  'backup-age': {
    group: 'data',
    unit: 'seconds',
    threshold: { above: 2 * DAYS },
    state: 'attention',
    alert: 'BackupOld',
    guide: { page: 'backups', section: 'Scheduled backups' },
  },
  'clock-doubt': {
    group: 'data',
    unit: 'seconds',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'monitoring', section: 'Clocks' },
  },
  'jobs-failing': {
    group: 'jobs',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'monitoring', section: 'System status page' },
  },
  'jobs-late': {
    group: 'jobs',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'several-processes', section: 'Process roles' },
  },
  'ledger-findings': {
    group: 'money',
    unit: 'count',
    threshold: { above: 0 },
    state: 'broken',
    alert: 'LedgerDoesNotAddUp',
    guide: { page: 'troubleshooting', section: 'Integrity check' },
  },
  'ledger-check-age': {
    group: 'money',
    unit: 'seconds',
    threshold: { above: 2 * DAYS },
    state: 'attention',
    alert: 'LedgerNotChecked',
    guide: { page: 'monitoring', section: 'System status page' },
  },
  'notices-failed': {
    group: 'money',
    unit: 'count',
    threshold: { above: 3 },
    state: 'broken',
    alert: 'PaymentNoticesFail',
    guide: { page: 'payments', section: 'Reconciliation' },
  },
  'notices-refused': {
    group: 'money',
    unit: 'count',
    threshold: { above: 20 },
    state: 'attention',
    alert: 'PaymentNoticesRefused',
    guide: { page: 'payments', section: 'Reconciliation' },
  },
  'books-differ': {
    group: 'money',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'payments', section: 'Reconciliation' },
  },
  'receipts-unmatched': {
    group: 'money',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'payments', section: 'Reconciliation' },
  },
  'domains-missing': {
    group: 'domains',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'domains-and-https', section: 'Custom domains' },
  },
  'domain-certificates': {
    group: 'domains',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    alert: 'DomainCertificateFails',
    guide: { page: 'domains-and-https', section: 'Certificates of custom domains' },
  },
  'mail-refused': {
    group: 'mail',
    unit: 'count',
    threshold: { above: 0 },
    state: 'broken',
    alert: 'MailRefused',
    guide: { page: 'mail', section: 'Retries and bounces' },
  },
  'mail-waiting': {
    group: 'mail',
    unit: 'seconds',
    threshold: { above: 3600 },
    state: 'attention',
    alert: 'MailWaits',
    guide: { page: 'mail', section: 'Retries and bounces' },
  },
  'admins-without-factor': {
    group: 'accounts',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: { page: 'sign-in', section: 'Requiring a second factor' },
  },
  'mail-failed': {
    group: 'mail',
    unit: 'count',
    threshold: { above: 10 },
    state: 'attention',
    guide: { page: 'mail', section: 'Retries and bounces' },
  },
} as const satisfies Record<string, StatusThreshold>

export type StatusCheck = keyof typeof STATUS_THRESHOLDS
export const STATUS_CHECKS = Object.keys(STATUS_THRESHOLDS) as [StatusCheck, ...StatusCheck[]]

/**
 * @param figure null: unknown, which is no reason for an alert
 * @example judge('scans-late', 301) // 'broken'
 */
export function judge(check: StatusCheck, figure: number | null): StatusState {
  const { threshold, state }: StatusThreshold = STATUS_THRESHOLDS[check]
  if (figure === null) return 'good'
  const isPast = 'above' in threshold ? figure > threshold.above : figure < threshold.below
  return isPast ? state : 'good'
}
