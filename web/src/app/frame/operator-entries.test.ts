import { formatPending, type PendingWork, type Profile, type Resource } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { operatorEntriesOf, waitingOf } from './operator-entries'

const READ = 4
const all = { billing: true, hasEmbeddedAccount: true }

const entriesOf = (resource: Resource, config = all) => {
  const member = { role: 'member', permissions: { [resource]: READ } } as unknown as Profile
  return operatorEntriesOf(member, config).map(({ to }) => to)
}

test('every list that a member may read has its way into it', () => {
  for (const resource of ['products', 'product-categories', 'product-units', 'currencies'] as const)
    expect(entriesOf(resource), resource).toEqual(['/products'])
  expect(entriesOf('users')).toEqual(['/admin/users'])
  expect(entriesOf('code-reports')).toEqual(['/admin/reports'])
  expect(entriesOf('billing')).toEqual(['/admin/billing'])
})

test('what an installation does not have is not offered', () => {
  const none = { billing: false, hasEmbeddedAccount: false }
  expect(entriesOf('billing', none)).toEqual([])
  expect(entriesOf('users', none)).toEqual([])
})

test('a screen tells of all that waits there, and no more than is counted', () => {
  const admin = { role: 'admin', permissions: {} } as unknown as Profile
  const pending: PendingWork = { transfers: 2, receipts: 1, findings: 3, reports: 100, accounts: null }
  const waiting = operatorEntriesOf(admin, all).map((entry) => [entry.to, waitingOf(entry, pending)])
  expect(Object.fromEntries(waiting)).toEqual({
    '/admin/billing': 6,
    '/products': 0,
    '/admin/users': 0,
    '/admin/reports': 100,
    '/admin/site-settings': 0,
    '/admin/status': 0,
  })
  expect([99, 100, 250].map((count) => formatPending(count, 'en'))).toEqual(['99', '99+', '99+'])
})
