/**
 * A square bit matrix packed for word-wise work. A word holds 31 modules of a line and, in bit 31, the first
 * module of the next word again, so that neighbours within a line are one shift away and never cross words.
 * Word `w` of line `y` is at `w * size + y`; bit `b` is module `31 w + b` of the line. Bits past the line are 0.
 */
export type PackedMatrix = Int32Array<ArrayBuffer>

export const MODULES_PER_WORD = 31

export const wordsPerLine = (size: number): number => Math.ceil(size / MODULES_PER_WORD)

export const packedLength = (size: number): number => wordsPerLine(size) * size

/** Packs the rows of a row-major byte matrix (1 = dark). */
export function packRows(modules: Uint8Array, size: number, out: PackedMatrix): void {
  const words = wordsPerLine(size)
  for (let word = 0; word < words; word++) {
    const from = word * MODULES_PER_WORD
    const to = Math.min(from + MODULES_PER_WORD, size - 1)
    for (let y = 0; y < size; y++) {
      const row = y * size
      let packed = 0
      for (let index = row + to; index >= row + from; index--) {
        packed = (packed << 1) | (modules[index] as number)
      }
      out[word * size + y] = packed
    }
  }
}

/** The byte matrix of packed rows. */
export function unpackRows(rows: PackedMatrix, size: number): Uint8Array {
  const modules = new Uint8Array(size * size)
  const words = wordsPerLine(size)
  for (let word = 0; word < words; word++) {
    const from = word * MODULES_PER_WORD
    const to = Math.min(from + MODULES_PER_WORD, size)
    for (let y = 0; y < size; y++) {
      let packed = rows[word * size + y] as number
      const row = y * size
      for (let index = row + from; index < row + to; index++) {
        modules[index] = packed & 1
        packed >>>= 1
      }
    }
  }
  return modules
}

const block = new Int32Array(32)

/** Transposes the 32 × 32 bits in `block`, bit b of word k ↔ bit k of word b, by swapping ever smaller squares. */
function transposeBlock(): void {
  for (let half = 16, mask = 0x0000ffff; half > 0; half >>= 1, mask ^= mask << half) {
    for (let line = 0; line < 32; line = ((line | half) + 1) & ~half) {
      const upper = block[line] as number
      const lower = block[line | half] as number
      const swap = ((upper >>> half) ^ lower) & mask
      block[line] = upper ^ (swap << half)
      block[line | half] = lower ^ swap
    }
  }
}

/** Below this many bits a block is transposed bit by bit in less time. */
const FEW_BITS = 256

/** The packed columns of packed rows, block by block. */
export function transposePacked(rows: PackedMatrix, size: number, out: PackedMatrix): void {
  const words = wordsPerLine(size)
  for (let blockY = 0; blockY < words; blockY++) {
    const firstRow = blockY * MODULES_PER_WORD
    const lines = Math.min(32, size - firstRow)
    for (let blockX = 0; blockX < words; blockX++) {
      const from = blockX * size + firstRow
      const to = blockY * size + blockX * MODULES_PER_WORD
      const columns = Math.min(MODULES_PER_WORD, size - blockX * MODULES_PER_WORD)
      if (lines * columns < FEW_BITS) {
        for (let column = 0; column < columns; column++)
          out[to + column] = columnOf(rows, from, lines, column)
        continue
      }
      for (let line = 0; line < 32; line++) block[line] = line < lines ? (rows[from + line] as number) : 0
      transposeBlock()
      for (let column = 0; column < columns; column++) out[to + column] = block[column] as number
    }
  }
}

function columnOf(rows: PackedMatrix, from: number, lines: number, column: number): number {
  let packed = 0
  for (let line = from + lines - 1; line >= from; line--) {
    packed = (packed << 1) | (((rows[line] as number) >>> column) & 1)
  }
  return packed
}

/** Sets one module, in both words where the two overlap. */
export function setPacked(matrix: PackedMatrix, size: number, line: number, position: number): void {
  const word = Math.floor(position / MODULES_PER_WORD)
  const bit = position % MODULES_PER_WORD
  const at = word * size + line
  matrix[at] = (matrix[at] as number) | (1 << bit)
  if (bit === 0 && word > 0) {
    matrix[at - size] = (matrix[at - size] as number) | (1 << MODULES_PER_WORD)
  }
}

/** Number of set bits of a 32-bit word. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
