import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LogoLayout, logoLayout, type QrPathLogo } from '../design/logo'
import { ERROR_CORRECTION_LEVELS } from '../symbol/capacity'
import { encodeSymbol, type QrSymbol } from '../symbol/encode'
import { pictureOf, readWithZxing } from '../testing/decoders'
import { runs } from '../testing/property-runs'
import { logoDamage } from './logo-damage'

/** A box of this shape as a logo. */
const logoOf = (share: number, ratio = 1): QrPathLogo => ({
  kind: 'path',
  path: 'M0 0L1 0L1 1Z',
  width: ratio,
  height: 1,
  share,
})

/** The symbol as a clean picture with light modules under the logo. */
function withoutModules(symbol: QrSymbol, { cleared }: LogoLayout): QrSymbol {
  const modules = symbol.modules.slice()
  for (let y = cleared.y; y < cleared.y + cleared.height; y++) {
    modules.fill(0, y * symbol.size + cleared.x, y * symbol.size + cleared.x + cleared.width)
  }
  return { ...symbol, modules }
}

test('up to a damage of 1 the block that is hit most can be restored, above it no decoder reads the code', async () => {
  const texts = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 300 })
  const levels = fc.constantFrom(...ERROR_CORRECTION_LEVELS)
  const logos = fc.record({
    share: fc.double({ min: 0.06, max: 0.4, noNaN: true }),
    ratio: fc.constantFrom(0.6, 1, 1.7),
  })
  const seen = { restored: 0, lost: 0 }
  await fc.assert(
    fc.asyncProperty(
      texts,
      levels,
      fc.integer({ min: 5, max: 22 }),
      logos,
      async (text, level, minVersion, { share, ratio }) => {
        const symbol = encodeSymbol(text, { level, minVersion })
        const layout = logoLayout(logoOf(share, ratio), symbol.size)
        const isRestored = logoDamage(symbol, layout) <= 1
        seen[isRestored ? 'restored' : 'lost']++
        const read = await readWithZxing(pictureOf(withoutModules(symbol, layout), 4))
        expect(read).toBe(isRestored ? text : null)
      },
    ),
    { numRuns: runs(200), verbose: true },
  )
  expect(Math.min(seen.restored, seen.lost)).toBeGreaterThan(0)
})

test('grows with the logo and falls with the level', () => {
  const damage = (share: number, level: 'L' | 'M' | 'Q' | 'H'): number => {
    const symbol = encodeSymbol('https://qr.example/ABCD1234', { level, minVersion: 5 })
    return logoDamage(symbol, logoLayout(logoOf(share), symbol.size))
  }
  expect(damage(0.3, 'H')).toBeGreaterThan(damage(0.15, 'H'))
  expect(damage(0.2, 'L')).toBeGreaterThan(damage(0.2, 'Q'))
  expect(damage(0.2, 'H')).toBeLessThan(1)
})
