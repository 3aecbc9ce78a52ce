import type { Profile, Resource } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { operatorEntriesOf } from './operator-entries'

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
