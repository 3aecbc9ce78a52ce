/** Codes of a canonical prefix code as deflate stores them (RFC 1951 §3.2.2). */
export interface PrefixCode {
  /** Bits of each symbol's code, 0 for a symbol that does not occur. */
  readonly lengths: Uint8Array
  /** The codes with their bits reversed, because deflate writes them from the most significant bit. */
  readonly codes: Uint16Array
}

/**
 * The prefix code of least total length, no code longer than `limit` bits. When the best code is deeper, rare symbols
 * are counted as more frequent until it is not, which costs next to nothing.
 */
export function prefixCode(frequencies: ArrayLike<number>, limit: number): PrefixCode {
  const lengths = new Uint8Array(frequencies.length)
  const used: { symbol: number; weight: number }[] = []
  for (let symbol = 0; symbol < frequencies.length; symbol++) {
    const weight = frequencies[symbol] as number
    if (weight > 0) used.push({ symbol, weight })
  }
  const [only] = used
  if (only && used.length === 1) lengths[only.symbol] = 1
  if (used.length > 1) {
    used.sort((a, b) => a.weight - b.weight || a.symbol - b.symbol)
    let depths = huffmanDepths(used.map(({ weight }) => weight))
    for (let shift = 1; (depths[0] as number) > limit; shift++) {
      depths = huffmanDepths(used.map(({ weight }) => (weight >> shift) + 1))
    }
    for (const [index, { symbol }] of used.entries()) lengths[symbol] = depths[index] as number
  }
  return { lengths, codes: canonicalCodes(lengths) }
}

/** Depths of the leaves of a Huffman tree over weights in rising order, by the two-queue method. */
function huffmanDepths(weights: readonly number[]): number[] {
  const leaves = weights.length
  const total = 2 * leaves - 1
  const weight = [...weights]
  const parent = new Array<number>(total).fill(0)
  let leaf = 0
  let inner = leaves
  for (let made = leaves; made < total; made++) {
    let sum = 0
    for (let child = 0; child < 2; child++) {
      const takesLeaf =
        leaf < leaves && (inner >= made || (weight[leaf] as number) <= (weight[inner] as number))
      const lightest = takesLeaf ? leaf++ : inner++
      sum += weight[lightest] as number
      parent[lightest] = made
    }
    weight.push(sum)
  }
  const depth = new Array<number>(total).fill(0)
  for (let node = total - 2; node >= 0; node--) depth[node] = (depth[parent[node] as number] as number) + 1
  return depth.slice(0, leaves)
}

/** Codes of equal length follow each other in the order of the symbols (RFC 1951 §3.2.2). */
function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length)
  let code = 0
  for (let length = 1; length <= 15; length++) {
    code <<= 1
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] === length) codes[symbol] = reverseBits(code++, length)
    }
  }
  return codes
}

function reverseBits(value: number, count: number): number {
  let reversed = 0
  for (let bit = 0; bit < count; bit++) reversed |= ((value >> bit) & 1) << (count - 1 - bit)
  return reversed
}
