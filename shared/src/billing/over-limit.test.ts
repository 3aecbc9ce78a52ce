import { expect, test } from 'vitest'
import { overLimitFees, overLimitTotal } from './over-limit'
import { vatIn } from './vat'

const plan = { addons: { 'dynamic-code-storage': 100, 'static-code-storage': 500 }, overLimitPrice: 500n }

test('codes above each quota cost the price of the plan, the others nothing', () => {
  const used = { 'dynamic-code-storage': 142, 'static-code-storage': 500 }
  const fees = overLimitFees(plan, used)
  expect(fees).toEqual([{ addon: 'dynamic-code-storage', quantity: 42, amount: 21_000n }])
  const more = overLimitFees({ ...plan, addons: {} }, used)
  expect(overLimitTotal(more)).toEqual({ quantity: 642, amount: 321_000n })
  expect(overLimitTotal(overLimitFees({ ...plan, overLimitPrice: 0n }, used))).toEqual({
    quantity: 42,
    amount: 0n,
  })
})

test.each([
  [99_000n, 10, 9_000n],
  [99_000n, 8, 7_333n],
  [56_667n, 10, 5_152n],
  [11n, 10, 1n],
  [5n, 10, 0n],
  [6n, 10, 1n],
  [99_000n, 0, 0n],
])('%i with %i percent of VAT in it has %i of it', (amount, percent, vat) => {
  expect(vatIn(amount, percent)).toBe(vat)
})
