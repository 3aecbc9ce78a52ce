import { SCREENS } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { router } from './router'

test('each screen behind a session has its route, and each route its screen', () => {
  const inside = SCREENS.filter(({ access }) => access === 'session').map(({ path }) => path)
  expect(Object.keys(router.routesByPath).sort()).toEqual(inside.toSorted())
})
