/** GF(256) with the polynomial x⁸+x⁴+x³+x²+1 of ISO/IEC 18004 §7.5.2: powers of α and their logarithms. */
const powers = new Uint8Array(255)
const logarithms = new Uint8Array(256)
for (let exponent = 0, value = 1; exponent < 255; exponent++) {
  powers[exponent] = value
  logarithms[value] = exponent
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d
}

export function multiply(a: number, b: number): number {
  if (a === 0 || b === 0) return 0
  return powers[((logarithms[a] as number) + (logarithms[b] as number)) % 255] as number
}

/** Coefficients of (x−α⁰)(x−α¹)…(x−α^(degree−1)) without the leading 1, highest power first (annex A). */
export function generatorPolynomial(degree: number): Uint8Array {
  const coefficients = new Uint8Array(degree)
  coefficients[degree - 1] = 1
  for (let root = 0; root < degree; root++) {
    for (let index = 0; index < degree; index++) {
      const next = index + 1 < degree ? (coefficients[index + 1] as number) : 0
      coefficients[index] = multiply(coefficients[index] as number, powers[root] as number) ^ next
    }
  }
  return coefficients
}

/**
 * For each of the 256 leading coefficients the multiple of the generator that cancels it, packed four
 * coefficients a word, first coefficient in the high byte: a step of the division is then a few XORs.
 */
const multiplesByDegree = new Map<number, Int32Array>()

function generatorMultiples(degree: number): Int32Array {
  const known = multiplesByDegree.get(degree)
  if (known) return known
  const words = Math.ceil(degree / 4)
  const generator = generatorPolynomial(degree)
  const table = new Int32Array(256 * words)
  for (let factor = 1; factor < 256; factor++) {
    for (let index = 0; index < degree; index++) {
      const at = factor * words + (index >> 2)
      const product = multiply(generator[index] as number, factor)
      table[at] = (table[at] as number) | (product << (24 - 8 * (index & 3)))
    }
  }
  multiplesByDegree.set(degree, table)
  return table
}

/** The remainder while it is computed; at most 30 codewords, one word more so that the shift may read past. */
const remainder = new Int32Array(9)

/**
 * Error correction codewords of one block: the remainder of data · x^degree divided by the generator
 * (ISO/IEC 18004 §7.5.2). Written to `out` at `at`, `at + stride`, …: interleaved with the other blocks.
 */
export function writeCorrection(
  data: Uint8Array,
  start: number,
  end: number,
  degree: number,
  out: Uint8Array,
  at: number,
  stride: number,
): void {
  const multiples = generatorMultiples(degree)
  const words = Math.ceil(degree / 4)
  remainder.fill(0)
  for (let index = start; index < end; index++) {
    let current = remainder[0] as number
    let row = ((data[index] as number) ^ (current >>> 24)) * words
    for (let word = 0; word < words; word++) {
      const next = remainder[word + 1] as number
      remainder[word] = ((current << 8) | (next >>> 24)) ^ (multiples[row++] as number)
      current = next
    }
  }
  for (let index = 0; index < degree; index++) {
    out[at + index * stride] = (remainder[index >> 2] as number) >>> (24 - 8 * (index & 3))
  }
}
