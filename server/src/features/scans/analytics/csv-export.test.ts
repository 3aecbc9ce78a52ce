import { branches, runs } from '@scanleaf/qr/property-runs'
import { LANGUAGES, type Language } from '@scanleaf/shared'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROGRAM_CSV, spreadsheetCsv } from '../../../platform/export/csv'

const separatorOf = (language: Language) => spreadsheetCsv(language).row(['', '']).slice(2, 3)
const csvCell = (text: string) => PROGRAM_CSV.row([text]).slice(0, -2)

test('a comma divides no cells where it is the decimal sign', () => {
  for (const { code, intl } of LANGUAGES) {
    const decimal = new Intl.NumberFormat(intl).formatToParts(1.5).find(({ type }) => type === 'decimal')
    if (decimal?.value === ',') expect(separatorOf(code), code).toBe(';')
  }
  expect((['en', 'ja', 'hi', 'ar'] as const).map(separatorOf)).toEqual([',', ',', ',', ';'])
})

test.each([
  ['=1+1', `"'=1+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['-2', `"'-2"`],
  ['+84', `"'+84"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['\nx', `"'\nx"`],
  ['\0x', `"'\0x"`],
  ['＝1+1', `"'＝1+1"`],
  ['＋84', `"'＋84"`],
  ['－2', `"'－2"`],
  ['＠SUM(A1)', `"'＠SUM(A1)"`],
  ['say "hi", =x', `"say ""hi"", =x"`],
  ['', '""'],
])('%j becomes %s', (text, expected) => expect(csvCell(text)).toBe(expected))

test('an amount is a number, and a text of the same characters is none', () =>
  expect(PROGRAM_CSV.row([-99_000n, '-99000', 0n])).toBe(`-99000,"'-99000",0\r\n`))

test('no cell ends early nor begins a formula in any width, and what was written can be read', () => {
  const rare = branches('quoted', 'formula', 'wide formula', 'line end', 'empty')
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.constantFrom(...'=+-@＝＋－＠﹦﹢﹣﹫−"\',;\r\n\t\0a'),
          fc.string({ unit: 'binary', maxLength: 1 }),
        ),
      }),
      (text) => {
        const cell = csvCell(text)
        const inner = cell.slice(1, -1).replaceAll('""', '"')
        if (text === '') rare.reach('empty')
        if (text.includes('"')) rare.reach('quoted')
        if (/[\r\n]/.test(text)) rare.reach('line end')
        if (inner !== text) rare.reach(/[=+@-]/.test(text.slice(0, 1)) ? 'formula' : 'wide formula')
        return (
          !cell.slice(1, -1).replaceAll('""', '').includes('"') &&
          !['=', '+', '-', '−', '@', '\t', '\r', '\n', '\0'].includes(wideAsNarrow(inner.slice(0, 1))) &&
          (inner === text || inner === `'${text}`)
        )
      },
    ),
    {
      numRuns: runs(300),
      examples: ['', '"', '=1', '＝1', 'a\r\nb', '"="', "'=1"].map((text): [string] => [text]),
    },
  )
  rare.expectAll()
})

/** Not the raised and lowered signs, which no keyboard writes and no program computes with. */
const wideAsNarrow = (first: string) => (/[⁺⁻⁼₊₋₌﬩]/.test(first) ? first : first.normalize('NFKC'))
