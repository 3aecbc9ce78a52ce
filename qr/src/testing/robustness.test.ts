import { expect, test } from 'vitest'
import { symbolFor } from '../scan-check/check'
import { HeldOutPictures } from './held-out'
import { judge } from './robustness'
import { sampleDesign } from './sample-designs'
import { hasZbar } from './zbar'

test.skipIf(!hasZbar)(
  'a code counts as read when jsQR reads another of the four pictures than the second reader does',
  async () => {
    const { text, design } = sampleDesign(6000)
    const symbol = symbolFor(text, design)
    const verdict = await judge(HeldOutPictures.of(symbol, design), text, symbol.level, false)
    expect(verdict).toMatchObject({ isRobust: true, failed: [] })
  },
)
