import type { StatusCheck } from '@scanleaf/shared'

/** What to do about a figure that is not good. */
export const HINTS = {
  'visitors-sent-away': 'database',
  'codes-trial': 'code-host',
  'proxies-unlisted': 'proxy',
  'scans-late': 'scans',
  'scans-waiting': 'scans',
  'parts-missing': 'start',
  'processes-silent': 'silent',
  versions: 'upgrade',
  updates: 'update',
  'answers-failed': 'log',
  'main-thread-late': 'more',
  'database-answer': 'database',
  'database-waiting': 'database',
  'files-refused': 'disk',
  'disk-free': 'disk',
  'backup-age': 'backup',
  'clock-doubt': 'clock',
  'jobs-failing': 'log',
  'jobs-late': 'worker',
  'ledger-findings': 'ledger',
  'ledger-check-age': 'worker',
  'notices-failed': 'log',
  'notices-refused': 'keys',
  'books-differ': 'compare',
  'receipts-unmatched': 'assign',
  'domains-missing': 'domain',
  'domain-certificates': 'certificate',
  'mail-refused': 'log',
  'mail-waiting': 'log',
  'mail-failed': 'log',
  'admins-without-factor': 'factor',
} as const satisfies Record<StatusCheck, string>

/** The view of the operator's payment screen that shows it. */
export const VIEW_OF: Partial<Record<StatusCheck, string>> = {
  'ledger-findings': 'checks',
  'ledger-check-age': 'checks',
  'notices-failed': 'notices',
  'notices-refused': 'notices',
  'books-differ': 'reconciliations',
  'receipts-unmatched': 'receipts',
}
