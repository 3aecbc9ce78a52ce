import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { runs } from '@scanleaf/qr/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { remembering } from './remembering'

test('it is the same function, for more texts than it remembers and longer ones too', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 500, maxLength: 530 }))
  const reverse = (value: string) => [...value].reverse().join('')
  const remembered = remembering(reverse)
  for (let n = 0; n < 2_500; n++) remembered(`${n}`)
  fc.assert(
    fc.property(text, (value) => {
      expect(remembered(value)).toBe(reverse(value))
      expect(remembered(value)).toBe(reverse(value))
    }),
    { numRuns: runs(50) },
  )
})

test('it works once for a text that comes again', () => {
  let calls = 0
  const remembered = remembering((text) => `${text} ${++calls}`)
  expect(['a', 'b', 'a', 'b'].map(remembered)).toEqual(['a 1', 'b 2', 'a 1', 'b 2'])
})

test('it does not keep the text that a remembered one is a part of', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const remembered = remembering((text) => text)
  const SEGMENT_BYTES = 524_288
  const usedBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = usedBytes()
  for (let n = 0; n < 64; n++) {
    const segment = Buffer.alloc(SEGMENT_BYTES, `${n} Mozilla/5.0 (Linux; Android 14) `).toString()
    remembered(segment.slice(0, 40))
  }
  expect(usedBytes() - before).toBeLessThan(16 * SEGMENT_BYTES)
  // They are still remembered, so that what they keep is counted.
  expect(remembered('0 Mozilla')).toBe('0 Mozilla')
})
