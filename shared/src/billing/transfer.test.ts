import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findReferences, foldReference, isReference, newReference } from './reference'

test('a reference carries its check symbol', () => {
  for (const reference of ['QC7K3M9P2F', 'QC00000017', 'QC4T8XW2NY'])
    expect(isReference(reference)).toBe(true)
  for (const wrong of ['QC7K3M9P2G', 'QC7K3M9PF2', 'qc7K3M9P2F', 'QC7K3M9P2', 'QCIK3M9P2F', 'QC7K3M9P2F0'])
    expect(isReference(wrong)).toBe(false)
})

test('a reference is found in whatever a bank makes of the text', () => {
  const found = ['QC7K3M9P2F']
  for (const content of [
    'QC7K3M9P2F',
    'chuyen tien qc7k3m9p2f',
    'MBVCB.123456.QC7K3M9P2F.CT tu 0011 NGUYEN VAN A',
    'Thanh toán: QC7K 3M9P 2F',
    'IBFTQC7K3M9P2F;970416',
    'QC7K3M9P2F QC7K3M9P2F',
    'ｑｃ７Ｋ３Ｍ９Ｐ２Ｆ',
  ])
    expect(findReferences(content), content).toEqual(found)
  expect(findReferences('QC7K3M9P2G')).toEqual([])
  for (const typed of ['QCOOOOOOI7', 'qcoo00ool7', 'CT QCOO OOOO 17 CAM ON'])
    expect(findReferences(typed), typed).toEqual(['QC00000017'])
  expect(findReferences('QCOOOOOOI8')).toEqual([])
  expect(findReferences('QC7K3M9P2F va QC4T8XW2NY')).toEqual(['QC7K3M9P2F', 'QC4T8XW2NY'])
  expect(findReferences('')).toEqual([])
})

test('every new reference is found again, and no other single symbol in its place', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(31), { minLength: 7, maxLength: 7 }),
      fc.nat(6),
      fc.nat(31),
      (symbols, at, other) => {
        const made = (given: number[]) => {
          const rest = [...given]
          return newReference(() => rest.shift() ?? 0)
        }
        const reference = made(symbols)
        expect(findReferences(`CT ${reference.toLowerCase()}.`)).toEqual([reference])
        // Below 31 each symbol counts on its own; the 32nd falls together with the first.
        if (other % 31 === (symbols[at] ?? 0) % 31) return
        const changed = made(symbols.with(at, other)).slice(0, 9) + reference.slice(9)
        expect(isReference(changed)).toBe(false)
      },
    ),
  )
})

test('a reference is found with the letters that its digits are taken for, and its form is found alike', () => {
  const letters: Record<string, string[]> = { 0: ['0', 'O', 'o', 'Ơ', 'Ｏ'], 1: ['1', 'I', 'l', 'Ị', 'Ｌ'] }
  const typed = fc
    .array(fc.constantFrom(0, 0, 1, 1, 7, 20), { minLength: 7, maxLength: 7 })
    .map((symbols) => {
      const rest = [...symbols]
      return newReference(() => rest.shift() ?? 0)
    })
    .chain((reference) =>
      fc.tuple(
        fc.constant(reference),
        ...[...reference].map((symbol) => fc.constantFrom(...(letters[symbol] ?? [symbol]))),
      ),
    )
  fc.assert(
    fc.property(typed, ([reference, ...symbols]) => {
      expect(findReferences(symbols.join(''))).toContain(reference)
      expect(foldReference(symbols.join(''))).toBe(reference)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const content = text.toWellFormed()
      expect(findReferences(foldReference(content))).toEqual(findReferences(content))
    }),
  )
})
