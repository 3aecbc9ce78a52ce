import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameOf, unframe } from './frame'

const aRecord = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify([text]))

test('what was framed is read again', () => {
  fc.assert(
    fc.property(fc.array(aRecord), (records) => {
      expect(unframe(records.map(frameOf).join(''))).toEqual({ records, damaged: 0, isTorn: false })
    }),
  )
})

test('a journal cut anywhere keeps exactly its whole records', () => {
  fc.assert(
    fc.property(fc.array(aRecord, { minLength: 1 }), fc.nat(), (records, at) => {
      const frames = records.map(frameOf)
      const bytes = Buffer.from(frames.join(''))
      const cut = bytes.subarray(0, at % bytes.length)
      let whole = 0
      for (let end = 0; whole < frames.length; whole++) {
        end += Buffer.byteLength(frames[whole] ?? '')
        if (end > cut.length) break
      }
      const read = unframe(cut.toString())
      expect(read.records).toEqual(records.slice(0, whole))
      expect(read.damaged).toBe(0)
    }),
  )
})

test('a line changed in one byte is told and dropped, its neighbours stay', () => {
  const text = ['["a"]', '["b"]', '["c"]'].map(frameOf).join('')
  expect(unframe(text.replace('["b"]', '["x"]'))).toEqual({
    records: ['["a"]', '["c"]'],
    damaged: 1,
    isTorn: false,
  })
})
