/** Places where codes are read, and how far away the reader is, in millimetres. */
export const SCAN_DISTANCES = { card: 200, table: 250, counter: 500, wall: 1000, window: 3000 } as const
export type ScanPlace = keyof typeof SCAN_DISTANCES

/** A code is read from about ten times its side: a rule of the trade, which ISO/IEC 18004 does not have. */
const DISTANCE_PER_SIDE = 10
/** A rule of thumb is not broken by a tenth of a millimetre. */
const NEARLY = 0.98
/** Modules that ordinary phones and printers manage, in millimetres. */
const GOOD_MODULE = 0.5
/** Below it office printers no longer keep modules apart. */
export const MIN_MODULE = 0.33

export interface SizeAdvice {
  /** Millimetres of a module. */
  readonly module: number
  /** Distance up to which the code is read well, in millimetres. */
  readonly distance: number
  /** Smallest side that is good for the distance, in whole millimetres. */
  readonly leastSide: number
  /** `small` is below the advice, `too-small` below what printers manage. */
  readonly verdict: 'good' | 'small' | 'too-small'
}

/**
 * Whether a code is large enough.
 * @param side of the symbol without its quiet zone, in millimetres
 * @param modules a side
 * @param distance of the reader in millimetres
 */
export function sizeAdvice(side: number, modules: number, distance: number): SizeAdvice {
  const module = side / modules
  const leastSide = Math.ceil(Math.max(distance / DISTANCE_PER_SIDE, modules * GOOD_MODULE))
  const isGood = side >= (distance / DISTANCE_PER_SIDE) * NEARLY && module >= GOOD_MODULE
  return {
    module,
    distance: Math.min(side, (side * module) / GOOD_MODULE) * DISTANCE_PER_SIDE,
    leastSide,
    verdict: module < MIN_MODULE ? 'too-small' : isGood ? 'good' : 'small',
  }
}
