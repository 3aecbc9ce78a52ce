import { describe, expect, test } from 'vitest'
import { dynamicLinkPayload } from '../contents/dynamic-link'
import { DEFAULT_QR_SETTINGS } from '../design/settings'
import { ERROR_CORRECTION_LEVELS } from '../symbol/capacity'
import { encodeSymbol, type QrSymbol } from '../symbol/encode'
import { renderSvg } from './svg'

/** How often the outlines of a path run around each module clockwise, less the times the other way. */
function windings(path: string, side: number): Int8Array {
  // a side that runs down at the left of a module leaves everything on its right outside, one that runs up inside
  const turns = new Int8Array(side * side)
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const runTo = (toX: number, toY: number) => {
    expect(toX === x || toY === y).toBe(true)
    for (let row = Math.min(y, toY); row < Math.max(y, toY); row++)
      for (let column = x; column < side; column++) {
        const module = row * side + column
        turns[module] = (turns[module] as number) + Math.sign(y - toY)
      }
    ;[x, y] = [toX, toY]
  }
  for (const [, command, first, second] of path.matchAll(/([MmHhVvz])(-?\d+)? ?(-?\d+)?/g)) {
    const value = Number(first)
    if (command === 'M') [x, y] = [value, Number(second)]
    else if (command === 'm') [x, y] = [x + value, y + Number(second)]
    else if (command === 'z') runTo(startX, startY)
    else if (command === 'h' || command === 'H') runTo(command === 'h' ? x + value : value, y)
    else runTo(x, command === 'v' ? y + value : value)
    if (command === 'M' || command === 'm') [startX, startY] = [x, y]
  }
  return turns
}

/** Characters of the path when dark runs were strokes (`h7`) with moves between (`m2 0`), as until 2026-11-26. */
function strokedLength({ size, modules }: QrSymbol, margin: number): number {
  let length = 0
  for (let y = 0; y < size; y++) {
    const runs = [
      ...modules
        .subarray(y * size, (y + 1) * size)
        .join('')
        .matchAll(/1+/g),
    ]
    for (const [index, run] of runs.entries()) {
      const before = runs[index - 1]
      const move = before
        ? `m${run.index - before.index - before[0].length} 0`
        : `M${margin + run.index} ${margin + y}.5`
      length += move.length + `h${run[0].length}`.length
    }
  }
  return length
}

describe('renderSvg', () => {
  test.each([1, 4, 7, 25, 40])(
    'version %i: outlines run once around the dark modules alone',
    (minVersion) => {
      const symbol = encodeSymbol('path', { minVersion })
      const svg = renderSvg(symbol, { ...DEFAULT_QR_SETTINGS, margin: 0 })
      const path = /fill="#000" d="([^"]+)"/.exec(svg)?.[1] ?? ''
      // with 0 and 1 alone both fill rules fill the same
      expect(windings(path, symbol.size)).toEqual(Int8Array.from(symbol.modules))
      expect(svg).not.toContain('stroke')
    },
  )

  /** Bytes of the drawing by those that it had with strokes, and 2 for the name of the attribute. */
  const growthOf = (symbol: QrSymbol): number => {
    const svg = renderSvg(symbol, DEFAULT_QR_SETTINGS)
    const [, path = ''] = / d="(M4[^"]+)"/.exec(svg) ?? []
    return svg.length / (svg.length - path.length + strokedLength(symbol, 4) + 2)
  }

  test('the default code is at most 15 % larger than with strokes, links 10 % on average', () => {
    const svg = renderSvg(encodeSymbol('https://qr.example/ABCD1234'), DEFAULT_QR_SETTINGS)
    expect(svg).toContain('viewBox="0 0 41 41"')
    expect(svg.length).toBeLessThanOrEqual(1.15 * 1955)
    for (const level of ERROR_CORRECTION_LEVELS) {
      const growths = Array.from({ length: 56 }, (_, more) => {
        const link = `https://${'qr-menu.'.repeat(8).slice(-(more + 2))}vn/WN1RGUFT`
        return growthOf(encodeSymbol(dynamicLinkPayload(link), { level }))
      })
      expect(growths.reduce((sum, growth) => sum + growth) / growths.length, level).toBeLessThanOrEqual(1.1)
      expect(Math.max(...growths), level).toBeLessThanOrEqual(1.2)
    }
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
