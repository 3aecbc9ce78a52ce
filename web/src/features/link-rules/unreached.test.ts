import { runs } from '@scanleaf/qr/property-runs'
import { type RuleConditions, type RuleDevice, reachedAt } from '@scanleaf/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tryDraft } from './bench/tried-draft'
import { newRule } from './draft/draft'
import { takenBy } from './unreached'

const rule = (when: RuleConditions, on = true) => ({ ...newRule(when, { to: { url: '' } }), on })

test('a rule that lacks a condition takes the visitors of those below it that have one more', () => {
  const workdays = rule({ days: [0, 1, 2, 3, 4] })
  const monday = rule({ days: [0], devices: ['ios'] })
  expect(takenBy([workdays, monday], 1)).toBe(0)
  expect(takenBy([monday, workdays], 1)).toBeNull()
  expect(takenBy([rule({}, false), monday], 1)).toBeNull()
  expect(takenBy([rule({}), rule({}, false)], 1)).toBeNull()
  expect(takenBy([rule({ first: 100 }), rule({})], 1)).toBeNull()
  expect(takenBy([rule({}), rule({ first: 100 })], 1)).toBe(0)
  // Until two in the morning of Saturday.
  expect(takenBy([workdays, rule({ days: [4], hours: [['22:00', '02:00']] })], 1)).toBeNull()
})

const some = <Value>(values: Value[]) => fc.subarray(values, { minLength: 1 })
const times = fc.constantFrom('2026-11-02T00:00', '2026-11-10T12:00', '2026-12-01T00:00')
const whens: fc.Arbitrary<RuleConditions> = fc.record(
  {
    from: times,
    until: times,
    days: some([0, 1, 4, 5, 6]),
    hours: fc.constantFrom<[string, string][]>(
      [['09:00', '17:00']],
      [['22:00', '02:00']],
      [['00:00', '12:00']],
    ),
    devices: some<RuleDevice>(['ios', 'android', 'mac']),
    countries: some(['VN', 'DE']),
    languages: some(['vi', 'de']),
    first: fc.constantFrom(1, 100),
  },
  { requiredKeys: [] },
)

test('a rule of which it is said that it is never used fits no visitor at any time', () => {
  fc.assert(
    fc.property(
      fc.array(whens, { minLength: 2, maxLength: 4 }),
      fc.integer({ min: 0, max: 40 * 24 }),
      fc.constantFrom<RuleDevice>('ios', 'android', 'mac'),
      fc.constantFrom('VN', 'DE', ''),
      fc.constantFrom('vi', 'de', ''),
      (list, hour, device, country, language) => {
        const draft = { pass: [], zone: 'Europe/Berlin', rules: list.map((when) => rule(when)) }
        const at = new Date(reachedAt('2026-11-01T00:00', 'UTC') + hour * 3_600_000)
          .toISOString()
          .slice(0, 16)
        const { place } = tryDraft(draft, at, { device, country, language }, {})
        if (place !== null) expect(takenBy(draft.rules, place)).toBeNull()
      },
    ),
    { numRuns: runs(2000) },
  )
})
