import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SET_UP_GUIDES, STATUS_THRESHOLDS, type StatusThreshold } from '@scanleaf/shared'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const docs = join(import.meta.dirname, '../../../../docs')
const thresholds = Object.entries(STATUS_THRESHOLDS) as [string, StatusThreshold][]

test('a threshold that stands in docs/alerts.yml too is the same there, and so is how bad it is', () => {
  const { groups } = parse(readFileSync(join(docs, 'alerts.yml'), 'utf8')) as {
    groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[]
  }
  const rules = groups.flatMap(({ rules }) => rules)
  const shared = thresholds.filter(([, { alert }]) => alert !== undefined)
  expect(shared.length).toBeGreaterThan(5)
  for (const [check, { alert, threshold, state }] of shared) {
    const rule = rules.find((each) => each.alert === alert)
    const [, sign, value] = /([<>]) (\S+)$/.exec(rule?.expr ?? '') ?? []
    expect({
      check,
      bar: { [sign === '<' ? 'below' : 'above']: Number(value) },
      severity: rule?.labels.severity,
    }).toEqual({
      check,
      bar: threshold,
      severity: state === 'broken' ? 'page' : 'ticket',
    })
  }
})

const guides = [
  ...thresholds.map(([check, { guide }]) => [check, guide] as const),
  ...Object.entries(SET_UP_GUIDES),
]

test.each(guides)('%s names a section of the operating guide', (_, guide) => {
  const text = readFileSync(join(docs, `operate/${guide.page}.md`), 'utf8')
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toContain(guide.section)
})
