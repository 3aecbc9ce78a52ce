import { expect, test } from 'vitest'
import { symbolFor } from '../scan-check/check'
import { toRgba } from '../scan-check/gray-image'
import { SCAN_DECODERS } from './decoders'
import { HELD_OUT_CONDITIONS, type HeldOutCondition, HeldOutPictures } from './held-out'
import { sampleDesign } from './sample-designs'

test.each([
  ['zxing', 'ink is thin', 2, 2042, 'an eye as a Micro QR code'],
  ['jsqr', 'dusk', 0, 2263, 'codewords that are all zero'],
])(
  '%s reads nothing in a spoilt picture (%s, %i) of an unreadable code %i, where it once took %s for a text',
  async (name, conditionName, frame, seed) => {
    const { text, design } = sampleDesign(seed)
    const condition = HELD_OUT_CONDITIONS.find((each) => each.name === conditionName) as HeldOutCondition
    const pictures = HeldOutPictures.of(symbolFor(text, design), design)
    const picture = toRgba(await pictures.picture(condition, frame))
    expect(await SCAN_DECODERS.find((each) => each.name === name)?.decode(picture)).toBeNull()
  },
)
