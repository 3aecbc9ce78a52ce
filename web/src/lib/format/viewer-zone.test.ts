import { beforeEach, expect, test, vi } from 'vitest'
import { knownZone, viewerZone } from './viewer-zone'

const browsersZone = Intl.DateTimeFormat().resolvedOptions().timeZone

beforeEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

test('what the browser says is known from then on', () => {
  expect(viewerZone()).toBe(browsersZone)
  const ask = vi.spyOn(Intl, 'DateTimeFormat')
  expect(knownZone()).toBe(browsersZone)
  expect(ask).not.toHaveBeenCalled()
})

test('the browser is asked when nothing is known', () => {
  expect(knownZone()).toBe(browsersZone)
})

test('the browser is asked again when the clocks here go differently', () => {
  viewerZone()
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-345)
  const ask = vi.spyOn(Intl, 'DateTimeFormat')
  expect(knownZone()).toBe(browsersZone)
  expect(ask).toHaveBeenCalledOnce()
  expect(offset).toHaveBeenCalled()
})
