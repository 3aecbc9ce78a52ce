import { expect, test } from 'vitest'
import { isInGoodStanding, thresholdOf } from './report-threshold'
import { networkOf } from './submit-report'

const NEW = {
  visitors: 0,
  ownerDays: 0,
  targetDays: 0,
  scans: 0,
  isPaying: false,
  hasUpheldReport: false,
}

// The table of docs/decisions/reports.md.
test.each([
  [0, 3, 15],
  [300, 3, 15],
  [301, 4, 16],
  [1000, 10, 50],
  [6000, 60, 300],
  [100_000, 60, 5000],
])('of %i visitors %i networks warn, or %i of an owner in good standing', (visitors, toAsk, strong) => {
  expect(thresholdOf({ ...NEW, visitors }, 3)).toEqual({ toAsk, toWarn: toAsk })
  expect(thresholdOf({ ...NEW, visitors, ownerDays: 90 }, 3)).toEqual({ toAsk, toWarn: strong })
})

test('the setting moves both thresholds', () => {
  expect(thresholdOf({ ...NEW, ownerDays: 90 }, 1)).toEqual({ toAsk: 1, toWarn: 5 })
  expect(thresholdOf({ ...NEW, visitors: 100_000 }, 10)).toEqual({ toAsk: 200, toWarn: 200 })
})

test.each([
  [{}, false],
  [{ ownerDays: 89 }, false],
  [{ ownerDays: 90 }, true],
  [{ isPaying: true }, false],
  [{ isPaying: true, ownerDays: 29 }, false],
  [{ isPaying: true, ownerDays: 30 }, true],
  [{ ownerDays: 30, targetDays: 30, scans: 999 }, false],
  [{ ownerDays: 30, targetDays: 29, scans: 1000 }, false],
  [{ ownerDays: 30, targetDays: 30, scans: 1000 }, true],
  [{ ownerDays: 900, isPaying: true, hasUpheldReport: true }, false],
])('%j is good standing: %j', (code, isGood) => {
  expect(isInGoodStanding({ ...NEW, ...code })).toBe(isGood)
})

test.each([
  ['203.0.113.9', '203.0.113/24'],
  ['::ffff:203.0.113.9', '203.0.113/24'],
  ['2001:db8:1:2::3', '32.1.13.184.0.1/48'],
  ['2001:db8:1:ffff::', '32.1.13.184.0.1/48'],
  ['', ''],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
