import { LANGUAGES } from '@scanleaf/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from '../../../platform/export/entry'
import { listSeparatorOf } from '../../../platform/export/list-separator'

test('a comma divides no cells where it is the decimal sign', () => {
  for (const { code, intl } of LANGUAGES) {
    const decimal = new Intl.NumberFormat(intl).formatToParts(1.5).find(({ type }) => type === 'decimal')
    if (decimal?.value === ',') expect(listSeparatorOf(code), code).toBe(';')
  }
  expect((['en', 'ja', 'hi', 'ar'] as const).map(listSeparatorOf)).toEqual([',', ',', ',', ';'])
})

test.each([
  ['=1+1', `"'=1+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['-2', `"'-2"`],
  ['+84', `"'+84"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['say "hi", =x', `"say ""hi"", =x"`],
  ['', '""'],
])('%j becomes %s', (text, expected) => expect(csvCell(text)).toBe(expected))

test('no cell ends early nor begins a formula, and what was written can be read', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('=', '-', '"', ',', '\r', '\n', '\t', '@', 'a', "'") }),
      (text) => {
        const cell = csvCell(text)
        const inner = cell.slice(1, -1).replaceAll('""', '"')
        return (
          !cell.slice(1, -1).replaceAll('""', '').includes('"') &&
          !/^[=+\-@\t\r]/.test(inner) &&
          (inner === text || inner === `'${text}`)
        )
      },
    ),
  ))
