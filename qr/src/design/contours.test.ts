import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../testing/property-runs'
import { rectangle, reversed, traceContours } from './contours'

/** Area inside outlines without rounding: clockwise counts, the other way takes away. */
function area(contours: readonly (readonly number[])[]): number {
  let twice = 0
  for (const contour of contours) {
    for (let at = 0; at < contour.length; at += 3) {
      const next = (at + 3) % contour.length
      twice +=
        (contour[at] as number) * (contour[next + 1] as number) -
        (contour[next] as number) * (contour[at + 1] as number)
    }
  }
  return twice / 2
}

test('outlines enclose exactly the dark modules and turn at every point', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.infiniteStream(fc.boolean()), (size, stream) => {
      const cells = Array.from({ length: size * size }, () => stream.next().value as boolean)
      const isDark = (x: number, y: number): boolean =>
        x >= 0 && y >= 0 && x < size && y < size && (cells[y * size + x] as boolean)
      const contours = traceContours(size, isDark, 0.5)
      expect(area(contours)).toBe(cells.filter(Boolean).length)
      for (const contour of contours) {
        const count = contour.length / 3
        expect(count % 2).toBe(0)
        for (let index = 0; index < count; index++) {
          const [x, y] = [contour[3 * index], contour[3 * index + 1]]
          const after = ((index + 1) % count) * 3
          const changed = [contour[after] !== x, contour[after + 1] !== y]
          expect(changed.filter(Boolean)).toHaveLength(1)
        }
      }
    }),
    { numRuns: runs(300), verbose: true },
  ))

test('modules that touch at a corner have outlines of their own', () => {
  const diagonal = traceContours(2, (x, y) => x === y && x >= 0 && x < 2, 0.4)
  expect(diagonal).toEqual([rectangle(0, 0, 1, 1, 0.4), rectangle(1, 1, 1, 1, 0.4)])
})

test('a ring has an outline and a hole', () => {
  const ring = traceContours(3, (x, y) => x >= 0 && y >= 0 && x < 3 && y < 3 && !(x === 1 && y === 1), 0)
  expect(ring).toHaveLength(2)
  expect(area(ring)).toBe(8)
  expect(area([reversed(rectangle(1, 1, 1, 1, 0))])).toBe(-1)
})
