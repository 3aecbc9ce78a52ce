import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findReferences, foldReference, isReference, newReference } from './reference'
import { crc16, vietQr } from './vietqr'

test('VietQR texts are those of NAPAS and payments §6.1', () => {
  const acb = { bin: '970416' }
  expect(
    vietQr({
      bin: '970403',
      number: '0011012345678',
      amount: 180_000n,
      billNumber: 'NPS6869',
      purpose: 'thanh toan don hang',
    }),
  ).toBe(
    '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62340107NPS68690819thanh toan don hang63042E2E',
  )
  expect(vietQr({ bin: '970403', number: '9704031101234567', service: 'card' })).toBe(
    '00020101021138600010A00000072701300006970403011697040311012345670208QRIBFTTC53037045802VN63044F52',
  )
  expect(vietQr({ ...acb, number: '257678859' })).toBe(
    '00020101021138530010A0000007270123000697041601092576788590208QRIBFTTA53037045802VN6304AE9F',
  )
  expect(vietQr({ ...acb, number: '257678859', amount: 10_000n, purpose: 'Chuyen tien' })).toBe(
    '00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA53037045405100005802VN62150811Chuyen tien630453E6',
  )
  expect(vietQr({ ...acb, number: '123456789', amount: 199_000n, purpose: 'QC7K3M9P2F' })).toBe(
    '00020101021238530010A0000007270123000697041601091234567890208QRIBFTTA530370454061990005802VN62140810QC7K3M9P2F630490DA',
  )
  expect(vietQr({ bin: '970403', number: '0011012345678' }).slice(-4)).toBe('9E6F')
  expect(crc16('123456789')).toBe('29B1')
  const published = (length: string) =>
    `00020101021138570010A00000072701270006970403${length}00110123456780208QRIBFTTA53037045802VN6304`
  expect(crc16(published('0112'))).toBe('F4E5')
  expect(() => vietQr({ ...acb, number: '1', purpose: 'Chuyển tiền' })).toThrow(RangeError)
  expect(() => vietQr({ ...acb, number: '1', purpose: 'x'.repeat(26) })).toThrow(RangeError)
})

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
