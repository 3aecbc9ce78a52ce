import { expect, test } from 'vitest'
import { vnpayDay, vnpayTime } from './vnpay-time'

test.each([
  ['2026-02-28T16:59:59Z', '20260228235959'],
  ['2026-02-28T17:00:00Z', '20260301000000'],
  ['2028-02-28T17:00:00Z', '20280229000000'],
  ['2026-12-31T17:00:00Z', '20270101000000'],
  ['2026-03-01T02:00:00Z', '20260301090000'],
])('%s is %s in Vietnam, whatever the zone of the machine', (moment, time) => {
  expect(vnpayTime(new Date(moment))).toBe(time)
  expect(vnpayDay(new Date(moment))).toBe(time.slice(0, 8))
})
