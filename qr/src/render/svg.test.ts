import { describe, expect, test } from 'vitest'
import { DEFAULT_QR_SETTINGS } from '../design/settings'
import { encodeSymbol } from '../symbol/encode'
import { renderSvg, strokePath } from './svg'

/** The dark modules that a path of horizontal strokes covers, as a byte matrix. */
function strokedModules(path: string, side: number): Uint8Array {
  const modules = new Uint8Array(side * side)
  let x = 0
  let y = 0
  for (const [, command, first, second] of path.matchAll(/([Mmh])([-\d.]+)(?: ([-\d.]+))?/g)) {
    const value = Number(first)
    if (command === 'M') {
      x = value
      y = Number(second) - 0.5
    } else {
      if (command === 'h') modules.fill(1, y * side + x, y * side + x + value)
      x += value
    }
  }
  return modules
}

describe('renderSvg', () => {
  test.each([1, 4, 7, 25, 40])('version %i: the path covers exactly the dark modules', (minVersion) => {
    const symbol = encodeSymbol('path', { minVersion })
    expect(strokedModules(strokePath(symbol, 0), symbol.size)).toEqual(symbol.modules)
  })

  test('is small, with the margin in the viewBox', () => {
    const svg = renderSvg(encodeSymbol('https://qr.example/ABCD1234'), DEFAULT_QR_SETTINGS)
    expect(svg).toContain('viewBox="0 0 41 41"')
    expect(svg.length).toBeLessThanOrEqual(1960)
  })

  test('title and description are escaped', () => {
    const svg = renderSvg(encodeSymbol('a'), DEFAULT_QR_SETTINGS, {
      title: '<script>&"',
      description: 'a\u0000]]>\u0007b',
    })
    expect(svg).toContain('<title>&lt;script&gt;&amp;&quot;</title><desc>a]]&gt;b</desc>')
  })

  test('a transparent background is not drawn', () => {
    const svg = renderSvg(encodeSymbol('a'), { ...DEFAULT_QR_SETTINGS, backgroundColor: 'transparent' })
    expect(svg.match(/<path/g)).toHaveLength(1)
  })

  test('a colour cannot smuggle markup', () => {
    expect(() =>
      renderSvg(encodeSymbol('a'), { ...DEFAULT_QR_SETTINGS, backgroundColor: '#fff"/><script>' }),
    ).toThrow(expect.objectContaining({ field: 'backgroundColor' }))
  })
})
