import { expect, test } from 'vitest'
import { masksOf, OPERATOR_ROLE_NAMES, operatorRoleOf, RESOURCES } from './permissions'

test('a role is named for exactly its masks, and for no bit more or less', () => {
  for (const role of OPERATOR_ROLE_NAMES) {
    const masks = masksOf(role)
    expect(operatorRoleOf(masks)).toBe(role)
    for (const resource of RESOURCES)
      for (const bit of [1, 2, 4, 8])
        expect(operatorRoleOf({ ...masks, [resource]: masks[resource] ^ bit }), role).not.toBe(role)
  }
})

test('resources without a mask count as 0', () => {
  expect(operatorRoleOf({})).toBe('none')
  expect(operatorRoleOf({ users: 4, 'code-reports': 6 })).toBe('moderator')
  expect(operatorRoleOf({ users: 8 })).toBe('custom')
})
