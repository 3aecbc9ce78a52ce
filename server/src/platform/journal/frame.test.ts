import { branches } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameOf, unframe } from './frame'

const aRecord = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify([text]))
const writes = fc.array(fc.array(aRecord, { minLength: 1 }), { minLength: 1 })

const TWO_WRITES = [['["a"]'], ['["b"]', '["c"]']]

test('what was framed is read again', () => {
  fc.assert(
    fc.property(writes, (groups) => {
      const text = Buffer.concat(groups.map(frameOf)).toString()
      expect(unframe(text)).toEqual({ records: groups.flat(), damaged: 0, isTorn: false })
    }),
  )
})

test('a journal cut anywhere keeps exactly its whole writes', () => {
  const rare = branches('nothing left', 'between writes', 'amid the first', 'amid a later one')
  fc.assert(
    fc.property(writes, fc.nat(), (groups, at) => {
      const frames = groups.map(frameOf)
      const bytes = Buffer.concat(frames)
      const cut = bytes.subarray(0, at % bytes.length)
      let whole = 0
      for (let end = 0; whole < frames.length; whole++) {
        end += frames[whole]?.length ?? 0
        if (end > cut.length) break
      }
      const read = unframe(cut.toString())
      expect(read.records).toEqual(groups.slice(0, whole).flat())
      expect(read.damaged).toBe(0)
      const isBetween = Buffer.concat(frames.slice(0, whole)).length === cut.length
      expect(read.isTorn).toBe(!isBetween)
      rare.reach(
        cut.length === 0
          ? 'nothing left'
          : isBetween
            ? 'between writes'
            : whole === 0
              ? 'amid the first'
              : 'amid a later one',
      )
    }),
    {
      examples: [
        [TWO_WRITES, 0],
        [TWO_WRITES, frameOf(['["a"]']).length],
        [TWO_WRITES, 1],
        [TWO_WRITES, frameOf(['["a"]']).length + 1],
        // The line end alone is missing.
        [TWO_WRITES, Buffer.concat(TWO_WRITES.map(frameOf)).length - 1],
      ],
    },
  )
  rare.expectAll()
})

test('a line changed in one byte is told and dropped, its neighbours stay', () => {
  const text = Buffer.concat([['["a"]'], ['["b"]', '["c"]'], ['["d"]']].map(frameOf)).toString()
  expect(unframe(text.replace('["b"]', '["x"]'))).toEqual({
    records: ['["a"]', '["d"]'],
    damaged: 1,
    isTorn: false,
  })
})
