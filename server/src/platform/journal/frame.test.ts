import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameOf, unframe } from './frame'

const aRecord = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify([text]))
const writes = fc.array(fc.array(aRecord, { minLength: 1 }), { minLength: 1 })

test('what was framed is read again', () => {
  fc.assert(
    fc.property(writes, (groups) => {
      const text = Buffer.concat(groups.map(frameOf)).toString()
      expect(unframe(text)).toEqual({ records: groups.flat(), damaged: 0, isTorn: false })
    }),
  )
})

test('a journal cut anywhere keeps exactly its whole writes', () => {
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
    }),
  )
})

test('a line changed in one byte is told and dropped, its neighbours stay', () => {
  const text = Buffer.concat([['["a"]'], ['["b"]', '["c"]'], ['["d"]']].map(frameOf)).toString()
  expect(unframe(text.replace('["b"]', '["x"]'))).toEqual({
    records: ['["a"]', '["d"]'],
    damaged: 1,
    isTorn: false,
  })
})
