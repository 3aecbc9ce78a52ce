import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../testing/property-runs'
import { type PackedMatrix, packedLength, packRows, setPacked, transposePacked, unpackRows } from './packed'
import { balancePenalty, maskPenalty } from './penalty'

/** The rules of table 11 module by module, as a second opinion on the word-wise count. */
function plainPenalty(modules: Uint8Array, size: number): number {
  const at = (x: number, y: number): number => modules[y * size + x] as number
  let penalty = 0
  for (let line = 0; line < size; line++) {
    penalty += linePenalty(Array.from({ length: size }, (_, index) => at(index, line)))
    penalty += linePenalty(Array.from({ length: size }, (_, index) => at(line, index)))
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const sum = at(x, y) + at(x - 1, y) + at(x, y - 1) + at(x - 1, y - 1)
      if (sum === 0 || sum === 4) penalty += 3
    }
  }
  return (
    penalty +
    balancePenalty(
      modules.reduce((sum, module) => sum + module, 0),
      size * size,
    )
  )
}

function linePenalty(line: readonly number[]): number {
  let penalty = 0
  for (const { length } of line.join('').match(/0+|1+/g) ?? []) if (length >= 5) penalty += length - 2
  const text = line.join('')
  for (let at = 0; at + 7 <= text.length; at++) {
    if (text.slice(at, at + 7) !== '1011101') continue
    const before = at >= 4 && text.slice(at - 4, at) === '0000'
    if (before || text.slice(at + 7, at + 11) === '0000') penalty += 40
  }
  return penalty
}

const matrices = fc.integer({ min: 1, max: 40 }).chain((version) => {
  const size = 17 + 4 * version
  // modules in runs, so that long runs and finder-like patterns are common
  return fc
    .array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(1, 1, 1, 2, 3, 4, 5, 6, 9, 40)), {
      minLength: 20,
      maxLength: 400,
    })
    .map((runs) => {
      const cells = runs.flatMap(([value, length]) => new Array<number>(length).fill(value))
      return {
        size,
        modules: Uint8Array.from({ length: size * size }, (_, at) => cells[at % cells.length] as number),
      }
    })
})

const pack = (modules: Uint8Array, size: number): [PackedMatrix, PackedMatrix] => {
  const rows: PackedMatrix = new Int32Array(packedLength(size))
  const columns: PackedMatrix = new Int32Array(packedLength(size))
  packRows(modules, size, rows)
  transposePacked(rows, size, columns)
  return [rows, columns]
}

test('the penalty counted in words is the penalty counted module by module', () =>
  fc.assert(
    fc.property(matrices, ({ size, modules }) => {
      const [rows, columns] = pack(modules, size)
      expect(maskPenalty(rows, columns, size)).toBe(plainPenalty(modules, size))
    }),
    { numRuns: runs(80), verbose: true },
  ))

test('packing, transposing and setting single modules agree', () =>
  fc.assert(
    fc.property(matrices, ({ size, modules }) => {
      const [rows, columns] = pack(modules, size)
      expect(unpackRows(rows, size)).toEqual(modules)
      const turned = Uint8Array.from(
        modules,
        (_, at) => modules[(at % size) * size + Math.floor(at / size)] as number,
      )
      expect(unpackRows(columns, size)).toEqual(turned)
      const single: PackedMatrix = new Int32Array(packedLength(size))
      modules.forEach((module, at) => {
        if (module === 1) setPacked(single, size, Math.floor(at / size), at % size)
      })
      expect(single).toEqual(rows)
    }),
    { numRuns: runs(20), verbose: true },
  ))

test.each([
  [50, 100, 0],
  [54, 100, 0],
  [55, 100, 10],
  [45, 100, 10],
  [61, 100, 20],
  [100, 100, 100],
])('%i dark of %i cost %i', (dark, modules, points) => {
  expect(balancePenalty(dark, modules)).toBe(points)
})
