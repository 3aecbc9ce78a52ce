import { expect, test } from 'vitest'
import { compileRules } from './compile'
import { fittingRule, type RuleVisitor } from './evaluate'
import { explainRules } from './explain'
import type { RuleConditions, StoredLinkRule } from './schema'

const VISITOR = { device: 'ios', language: 'vi', country: 'VN', name: 'a' } as const
const ruleOf = (id: number, when: RuleConditions): StoredLinkRule => ({
  ...{ id, name: '', on: true, when },
  outcome: { end: { n: id, text: '' } },
})

test('a rule for the first scans is asked for a ticket only once all else of it fits', () => {
  const asked: [number, number][] = []
  const visitor = (left: number): RuleVisitor => ({
    ...VISITOR,
    hasTicket: (id, first) => {
      asked.push([id, first])
      return left > 0
    },
  })
  const rules = [
    ruleOf(1, { devices: ['mac'], first: 9 }),
    ruleOf(2, { hours: [['01:00', '02:00']], first: 9 }),
    ruleOf(3, { devices: ['ios'], first: 7 }),
    ruleOf(4, {}),
    ruleOf(5, { first: 9 }),
  ]
  const compiled = compileRules({ zone: 'UTC', rules })
  const noon = Date.parse('2026-11-28T12:00:00Z')
  expect(fittingRule(compiled, noon, visitor(1))?.id).toBe(3)
  expect(fittingRule(compiled, noon, visitor(0))?.id).toBe(4)
  expect(asked).toEqual([
    [3, 7],
    [3, 7],
  ])
  expect(explainRules({ zone: 'UTC', rules }, noon, visitor(0)).rules[2]?.because).toEqual([
    { condition: 'devices', fits: true },
    { condition: 'first', fits: false },
  ])
})
