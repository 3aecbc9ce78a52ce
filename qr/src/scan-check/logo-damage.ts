import type { LogoLayout } from '../design/logo'
import { blockLayout } from '../symbol/capacity'
import type { QrSymbol } from '../symbol/encode'
import { symbolLayout } from '../symbol/layout'

/** Block of each codeword in the order of the symbol (ISO/IEC 18004 §7.6). */
function blockOfCodewords(symbol: QrSymbol): number[] {
  const { totalCodewords, dataCodewords, blocks, shortBlocks, shortLength } = blockLayout(
    symbol.version,
    symbol.level,
  )
  return Array.from({ length: totalCodewords }, (_, index) => {
    if (index < shortLength * blocks) return index % blocks
    if (index < dataCodewords) return shortBlocks + index - shortLength * blocks
    return (index - dataCodewords) % blocks
  })
}

/**
 * How much of its error correction a logo uses up, in the block that it hits most: 1 means all of it. Every codeword
 * with a module under the logo counts as wrong, which half a dozen covered modules nearly always make it. Blocks are
 * interleaved, so the share of the area says little.
 */
export function logoDamage(symbol: QrSymbol, { cleared }: LogoLayout): number {
  const { blocks, correction } = blockLayout(symbol.version, symbol.level)
  const { dataOrder } = symbolLayout(symbol.version)
  const blockOf = blockOfCodewords(symbol)
  const wrong = new Array<number>(blocks).fill(0)
  for (let codeword = 0; codeword < blockOf.length; codeword++) {
    for (let bit = 8 * codeword; bit < 8 * codeword + 8; bit++) {
      const place = dataOrder[bit] as number
      const [x, y] = [place % symbol.size, Math.floor(place / symbol.size)]
      const { x: left, y: top, width, height } = cleared
      if (x < left || y < top || x >= left + width || y >= top + height) continue
      // removed modules read as light
      if (symbol.modules[place] === 0) continue
      const block = blockOf[codeword] as number
      wrong[block] = (wrong[block] as number) + 1
      break
    }
  }
  return Math.max(...wrong) / Math.floor(correction / 2)
}
