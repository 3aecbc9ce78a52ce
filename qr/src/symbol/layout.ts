import { sizeOfVersion } from './capacity'

/** The part of the symbol that a module belongs to, ISO/IEC 18004 §6.3. The values index {@link PARTS}. */
export const PARTS = ['data', 'finder', 'separator', 'timing', 'alignment', 'format', 'version'] as const
export type SymbolPart = (typeof PARTS)[number]

export const DATA = PARTS.indexOf('data')
const FINDER = PARTS.indexOf('finder')
const SEPARATOR = PARTS.indexOf('separator')
const TIMING = PARTS.indexOf('timing')
const ALIGNMENT = PARTS.indexOf('alignment')
const FORMAT = PARTS.indexOf('format')
const VERSION = PARTS.indexOf('version')

/** Data that depends only on the version. Row-major arrays of size × size. */
export interface SymbolLayout {
  readonly version: number
  readonly size: number
  /** Function patterns and version information drawn; format information and data light. */
  readonly modules: Uint8Array
  /** Index into {@link PARTS} for each module. */
  readonly parts: Uint8Array
  /** Positions of the data modules in the order of the codeword bits, most significant first (§7.7.3). */
  readonly dataOrder: Uint16Array
}

/** Rows (and columns) of the centres of the alignment patterns, ISO/IEC 18004 annex E. */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return []
  const first = 6
  const last = sizeOfVersion(version) - 7
  const gaps = Math.floor(version / 7) + 1
  const step = version === 32 ? 26 : 2 * Math.ceil((last - first) / gaps / 2)
  const centres = [first]
  for (let gap = gaps - 1; gap >= 0; gap--) centres.push(last - gap * step)
  return centres
}

/** Remainder of value · 2^bits by a generator polynomial over GF(2), as the BCH codes of annexes C and D need. */
export function bchRemainder(value: number, generator: number, bits: number): number {
  let rest = value << bits
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit = 31 - Math.clz32(rest)) {
    rest ^= generator << (bit - bits)
  }
  return rest
}

class Canvas {
  readonly modules: Uint8Array
  readonly parts: Uint8Array

  constructor(readonly size: number) {
    this.modules = new Uint8Array(size * size)
    this.parts = new Uint8Array(size * size)
  }

  set(x: number, y: number, part: number, isDark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return
    this.modules[y * this.size + x] = isDark ? 1 : 0
    this.parts[y * this.size + x] = part
  }

  isFree(x: number, y: number): boolean {
    return this.parts[y * this.size + x] === DATA
  }
}

/** Finder pattern of 7 × 7 with its light separator (§6.3.3), by the centre. */
function drawFinder(canvas: Canvas, centreX: number, centreY: number): void {
  for (let dy = -4; dy <= 4; dy++) {
    for (let dx = -4; dx <= 4; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy))
      canvas.set(centreX + dx, centreY + dy, ring === 4 ? SEPARATOR : FINDER, ring !== 2 && ring !== 4)
    }
  }
}

function drawAlignment(canvas: Canvas, centreX: number, centreY: number): void {
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy))
      canvas.set(centreX + dx, centreY + dy, ALIGNMENT, ring !== 1)
    }
  }
}

/** Version information, BCH(18,6) of annex D, beside two finders for versions 7 and up (§7.10). */
function drawVersion(canvas: Canvas, version: number): void {
  const bits = (version << 12) | bchRemainder(version, 0b1111100100101, 12)
  for (let index = 0; index < 18; index++) {
    const isDark = ((bits >> index) & 1) === 1
    const far = canvas.size - 11 + (index % 3)
    const near = Math.floor(index / 3)
    canvas.set(far, near, VERSION, isDark)
    canvas.set(near, far, VERSION, isDark)
  }
}

/**
 * The two copies of the 15 format bits as [x, y], least significant bit first (§7.9.1, figure 25). The module
 * beside the lower left finder that is always dark is not among them.
 */
export function formatPositions(size: number): { x: number; y: number; bit: number }[] {
  const positions: { x: number; y: number; bit: number }[] = []
  for (let bit = 0; bit < 15; bit++) {
    if (bit < 8) positions.push({ x: 8, y: bit < 6 ? bit : bit + 1, bit })
    else positions.push({ x: bit === 8 ? 7 : 14 - bit, y: 8, bit })
    if (bit < 8) positions.push({ x: size - 1 - bit, y: 8, bit })
    else positions.push({ x: 8, y: size - 15 + bit, bit })
  }
  return positions
}

/** Positions in the two-column strips from the lower right corner, upwards and downwards in turn (§7.7.3). */
function placementOrder(canvas: Canvas): Uint16Array {
  const { size } = canvas
  const order: number[] = []
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      if (canvas.isFree(right, y)) order.push(y * size + right)
      if (canvas.isFree(right - 1, y)) order.push(y * size + right - 1)
    }
    isUpward = !isUpward
  }
  return Uint16Array.from(order)
}

function buildLayout(version: number): SymbolLayout {
  const size = sizeOfVersion(version)
  const canvas = new Canvas(size)
  for (let index = 8; index < size - 8; index++) {
    canvas.set(index, 6, TIMING, index % 2 === 0)
    canvas.set(6, index, TIMING, index % 2 === 0)
  }
  drawFinder(canvas, 3, 3)
  drawFinder(canvas, size - 4, 3)
  drawFinder(canvas, 3, size - 4)
  const centres = alignmentCentres(version)
  for (const y of centres) {
    for (const x of centres) {
      const isOnFinder = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6)
      if (!isOnFinder) drawAlignment(canvas, x, y)
    }
  }
  if (version >= 7) drawVersion(canvas, version)
  for (const { x, y } of formatPositions(size)) canvas.set(x, y, FORMAT, false)
  canvas.set(8, size - 8, FORMAT, true)
  return { version, size, modules: canvas.modules, parts: canvas.parts, dataOrder: placementOrder(canvas) }
}

const layouts: (SymbolLayout | undefined)[] = []

/** The layout of a version from 1 to 40; built once. */
export function symbolLayout(version: number): SymbolLayout {
  let layout = layouts[version]
  if (!layout) {
    layout = buildLayout(version)
    layouts[version] = layout
  }
  return layout
}
