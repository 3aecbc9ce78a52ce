import type { GrayImage } from './gray-image'

/** Quantisation of brightness, ITU-T T.81 table K.1. */
const QUANTISATION = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
].flat()

/** cosines[frequency * 8 + place], orthonormal. */
const cosines = Float64Array.from({ length: 64 }, (_, at) => {
  const [frequency, place] = [at >> 3, at & 7]
  const scale = frequency === 0 ? Math.SQRT1_2 / 2 : 0.5
  return scale * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16)
})

const block = new Float64Array(64)
const turned = new Float64Array(64)

/** Transforms the lines of `from` and writes them as columns. */
function transformLines(from: Float64Array, to: Float64Array, isInverse: boolean): void {
  for (let line = 0; line < 8; line++) {
    for (let out = 0; out < 8; out++) {
      let sum = 0
      for (let into = 0; into < 8; into++) {
        const factor = isInverse ? cosines[into * 8 + out] : cosines[out * 8 + into]
        sum += (from[line * 8 + into] as number) * (factor as number)
      }
      to[out * 8 + line] = sum
    }
  }
}

/** What JPEG of a quality from 1 to 50 loses: 8 × 8 blocks rounded in the frequencies (ITU-T T.81 annex A). */
export function jpegLoss(image: GrayImage, quality: number): GrayImage {
  const { width, height } = image
  const data = image.data.slice()
  const coarseness = 50 / quality
  for (let top = 0; top + 8 <= height; top += 8) {
    for (let left = 0; left + 8 <= width; left += 8) {
      for (let at = 0; at < 64; at++)
        block[at] = (data[(top + (at >> 3)) * width + left + (at & 7)] as number) - 128
      transformLines(block, turned, false)
      transformLines(turned, block, false)
      for (let at = 0; at < 64; at++) {
        const step = (QUANTISATION[at] as number) * coarseness
        block[at] = Math.round((block[at] as number) / step) * step
      }
      transformLines(block, turned, true)
      transformLines(turned, block, true)
      for (let at = 0; at < 64; at++)
        data[(top + (at >> 3)) * width + left + (at & 7)] = (block[at] as number) + 128
    }
  }
  return { width, height, data }
}
