import { contrastRatio, parseColor } from '@scanleaf/qr'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentColors, accentProblem } from './accent'

test.each([
  ['#0c7d4b', null],
  ['#1b59ad', null],
  ['#b42318', null],
  ['#5b3fb5', null],
  ['#ffcc00', 'accent-too-light'],
  ['#ffffff', 'accent-too-light'],
  ['#8ff0be', 'accent-too-light'],
  ['#000000', 'accent-too-dark'],
  ['#00001a', 'accent-too-dark'],
  ['#fff', 'invalid-color'],
  ['green', 'invalid-color'],
  ['#12345g', 'invalid-color'],
  ['', 'invalid-color'],
  ['#0c7d4b;color:red', 'invalid-color'],
  ['＃0c7d4b', 'invalid-color'],
])('the accent %s: %s', (accent, problem) => {
  expect(accentProblem(accent)).toBe(problem)
})

test('whatever accent is taken, its buttons and links are read in both schemes', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  let taken = 0
  fc.assert(
    fc.property(color, (accent) => {
      if (accentProblem(accent) !== null) return
      taken++
      const { light, dark } = accentColors(accent)
      const contrast = (one: string, other: string) =>
        contrastRatio(parseColor(one, 'one'), parseColor(other, 'other'))
      for (const colors of [light, dark]) {
        expect(contrast(colors['on-brand'], colors.brand)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(colors['tint-ink'], colors.tint)).toBeGreaterThanOrEqual(4.5)
      }
      expect(contrast(light['brand-ink'], '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(dark['brand-ink'], '#1b2420')).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: runs(500) },
  )
  expect(taken).toBeGreaterThan(0)
})
