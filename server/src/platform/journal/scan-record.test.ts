import { branches } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeScan, encodeScan } from './scan-record'

const aScan = fc.record({
  codeId: fc.uuid(),
  at: fc.integer({ min: 0, max: 8.64e15 }),
  method: fc.constantFrom('GET', 'HEAD', 'POST'),
  userAgent: fc.string({ unit: 'binary' }),
  referrer: fc.string({ unit: 'binary' }),
  acceptLanguage: fc.string({ unit: 'binary' }),
  purpose: fc.string({ unit: 'binary' }),
  visitor: fc.stringMatching(/^[0-9a-f]{32}$/),
  country: fc.constantFrom('', 'VN'),
  outcome: fc.constantFrom(0, 1, 2047),
})

const SCAN = {
  codeId: '00000000-0000-4000-8000-000000000001',
  at: 0,
  method: 'GET' as const,
  visitor: 'a'.repeat(32),
  country: '' as const,
  outcome: 0 as const,
}
const all = (text: string) => ({ userAgent: text, referrer: text, acceptLanguage: text, purpose: text })

/** What separates fields, records and lines in the journal. */
const ENDINGS = new Set(['\u001f', '\u001e', '\n'])
const withBlanks = (text: string) => [...text].map((each) => (ENDINGS.has(each) ? ' ' : each)).join('')

test('a scan is read as it was written, on one line, whatever a visitor sends', () => {
  const rare = branches('\u001f', '\u001e', '\n')
  fc.assert(
    fc.property(aScan, (scan) => {
      const record = encodeScan(scan)
      for (const ending of ['\u001f', '\u001e', '\n'] as const)
        if (scan.userAgent.includes(ending)) rare.reach(ending)
      expect(record.includes('\n') || record.includes('\u001e')).toBe(false)
      const { userAgent, referrer, acceptLanguage, purpose } = scan
      expect(decodeScan(record)).toEqual({
        ...scan,
        userAgent: withBlanks(userAgent),
        referrer: withBlanks(referrer),
        acceptLanguage: withBlanks(acceptLanguage),
        purpose: withBlanks(purpose),
      })
    }),
    // What ends a field, a record and a line, at the edges and doubled.
    {
      examples: ['\u001f', '\u001e', '\n', '\u001fa\u001e\u001e\n'].map(
        (text): [typeof SCAN & ReturnType<typeof all>] => [{ ...SCAN, ...all(text) }],
      ),
    },
  )
  rare.expectAll()
})

test('a scan of the own target has the nine fields that it had before there were outcomes', () => {
  const record = encodeScan({ ...SCAN, ...all('x') })
  expect(record.split('\u001f')).toHaveLength(9)
  expect(encodeScan({ ...SCAN, ...all('x'), outcome: 7 })).toBe(`${record}\u001f7`)
})

test.each(['0', '00', '2048', '-1', '1.5', ' 1', '١', '', '1\u001f1'])(
  'the outcome %j is none',
  (outcome) => {
    expect(decodeScan(`${encodeScan({ ...SCAN, ...all('x') })}\u001f${outcome}`)).toBeNull()
  },
)

test.each(['', 'one field', '["json"]', '\u001f'.repeat(8)])('%j is no scan', (record) => {
  expect(decodeScan(record)).toBeNull()
})
