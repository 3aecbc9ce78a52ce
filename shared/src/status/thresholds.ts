/** How something stands: nothing to do; somebody should look when there is time; people feel it now. */
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

/** What a figure is judged by. */
export interface StatusThreshold {
  group: StatusGroup
  /** The unit of the figure and its threshold: seconds, bytes, a number of things, or a share of 1. */
  unit: 'count' | 'seconds' | 'bytes' | 'share'
  /** Past it the figure is no longer good. */
  threshold: { above: number } | { below: number }
  /** What it is then. */
  state: Exclude<StatusState, 'good'>
  /** The rule of docs/alerts.yml with the same threshold, if there is one; a test compares. */
  alert?: string
  /** The section of docs/operate.md that says more; a test looks for it. */
  guide: string
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
    guide: 'PostgreSQL that does not stop',
  },
  'scans-late': {
    group: 'codes',
    unit: 'seconds',
    threshold: { above: 300 },
    state: 'broken',
    alert: 'ScansNotMoved',
    guide: 'Is everything there?',
  },
  'scans-waiting': {
    group: 'codes',
    unit: 'bytes',
    threshold: { above: 1e9 },
    state: 'broken',
    alert: 'JournalGrows',
    guide: 'Is everything there?',
  },
  'parts-missing': {
    group: 'processes',
    unit: 'count',
    threshold: { above: 0 },
    state: 'broken',
    guide: 'Several machines',
  },
  'processes-silent': {
    group: 'processes',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: 'Several machines',
  },
  versions: {
    group: 'processes',
    unit: 'count',
    threshold: { above: 1 },
    state: 'attention',
    guide: 'Several machines',
  },
  'answers-failed': {
    group: 'processes',
    unit: 'share',
    threshold: { above: 0.01 },
    state: 'broken',
    alert: 'AnswersFail',
    guide: 'Health',
  },
  'main-thread-late': {
    group: 'processes',
    unit: 'seconds',
    threshold: { above: 0.5 },
    state: 'attention',
    alert: 'EventLoopHeldUp',
    guide: 'Several machines',
  },
  'database-answer': {
    group: 'data',
    unit: 'seconds',
    threshold: { above: 0.25 },
    state: 'attention',
    guide: 'PostgreSQL',
  },
  'database-waiting': {
    group: 'data',
    unit: 'count',
    threshold: { above: 5 },
    state: 'attention',
    alert: 'DatabaseConnectionsExhausted',
    guide: 'PostgreSQL',
  },
  'files-refused': {
    group: 'data',
    unit: 'count',
    threshold: { above: 0 },
    state: 'broken',
    guide: 'Data and files',
  },
  'disk-free': {
    group: 'data',
    unit: 'bytes',
    threshold: { below: 1e9 },
    state: 'attention',
    guide: 'Capacity',
  },
  'backup-age': {
    group: 'data',
    unit: 'seconds',
    threshold: { above: 2 * DAYS },
    state: 'attention',
    guide: 'Backup and restore',
  },
  'jobs-failing': {
    group: 'jobs',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: 'Health',
  },
  'jobs-late': {
    group: 'jobs',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: 'Several machines',
  },
  'ledger-findings': {
    group: 'money',
    unit: 'count',
    threshold: { above: 0 },
    state: 'broken',
    alert: 'LedgerDoesNotAddUp',
    guide: 'Is everything there?',
  },
  'ledger-check-age': {
    group: 'money',
    unit: 'seconds',
    threshold: { above: 2 * DAYS },
    state: 'attention',
    alert: 'LedgerNotChecked',
    guide: 'Health',
  },
  'notices-failed': {
    group: 'money',
    unit: 'count',
    threshold: { above: 3 },
    state: 'broken',
    alert: 'PaymentNoticesFail',
    guide: 'Payments',
  },
  'notices-refused': {
    group: 'money',
    unit: 'count',
    threshold: { above: 20 },
    state: 'attention',
    alert: 'PaymentNoticesRefused',
    guide: 'Payments',
  },
  'books-differ': {
    group: 'money',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: 'Payments',
  },
  'receipts-unmatched': {
    group: 'money',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: 'Payments',
  },
  'domains-missing': {
    group: 'domains',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: 'Domains of customers',
  },
  'mail-refused': {
    group: 'mail',
    unit: 'count',
    threshold: { above: 0 },
    state: 'broken',
    alert: 'MailRefused',
    guide: 'E-mail',
  },
  'mail-waiting': {
    group: 'mail',
    unit: 'seconds',
    threshold: { above: 3600 },
    state: 'attention',
    alert: 'MailWaits',
    guide: 'E-mail',
  },
  'admins-without-factor': {
    group: 'accounts',
    unit: 'count',
    threshold: { above: 0 },
    state: 'attention',
    guide: 'Strong sign-in',
  },
  'mail-failed': {
    group: 'mail',
    unit: 'count',
    threshold: { above: 10 },
    state: 'attention',
    guide: 'E-mail',
  },
} as const satisfies Record<string, StatusThreshold>

export type StatusCheck = keyof typeof STATUS_THRESHOLDS
export const STATUS_CHECKS = Object.keys(STATUS_THRESHOLDS) as [StatusCheck, ...StatusCheck[]]

/**
 * @param figure null: not known, which is no reason to wake anybody
 * @example judge('scans-late', 301) // 'broken'
 */
export function judge(check: StatusCheck, figure: number | null): StatusState {
  const { threshold, state }: StatusThreshold = STATUS_THRESHOLDS[check]
  if (figure === null) return 'good'
  const isPast = 'above' in threshold ? figure > threshold.above : figure < threshold.below
  return isPast ? state : 'good'
}
