import { MAX_IMAGE_SIZE } from '../design/limits'
import { buildScene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import { renderPixels } from '../render/pixels'
import { PNG_DOTS_PER_INCH } from '../render/print-size'
import type { QrSymbol } from '../symbol/encode'
import { isSameBytes, type ScanDecoder } from './check'
import { surround, toGray, toRgba } from './gray-image'

const PAPER = 255
/** White around the picture, as paper is, in pixels. */
const BORDER = 18

const pixelsOf = (millimetres: number): number =>
  Math.min(MAX_IMAGE_SIZE, Math.round((millimetres * PNG_DOTS_PER_INCH) / 25.4))

/**
 * Whether a decoder reads the code as it is printed with 300 dots an inch on white paper: one look, where a scan check
 * takes dozens in bad conditions.
 * @param millimetres width of the whole picture
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export async function isReadInPrint(
  payload: string,
  symbol: QrSymbol,
  design: QrDesign,
  millimetres: number,
  decoders: readonly ScanDecoder[],
): Promise<boolean> {
  // no larger than it is printed
  const scale = Math.floor(pixelsOf(millimetres) / buildScene(symbol, design).box.width)
  const picture = toGray(renderPixels(symbol, design, { scale }), PAPER)
  const pixels = toRgba(surround(picture, BORDER, PAPER))
  const wanted = new TextEncoder().encode(payload)
  for (const decoder of decoders) {
    if (isSameBytes(await decoder.decode(pixels), wanted)) return true
  }
  return false
}
