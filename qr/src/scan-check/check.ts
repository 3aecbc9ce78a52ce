import type { RgbaPixels } from '../design/logo'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { renderPixels } from '../render/pixels'
import { encodeSymbol, highestLevelThatFits, type QrSymbol } from '../symbol/encode'
import { SCAN_CONDITIONS, type ScanCondition, type ScanConditionName } from './conditions'
import { type Findings, GOOD_CONTRAST, inspect, isRefused, type ScanReason } from './findings'
import { toGray, toRgba } from './gray-image'

/** Reads the first code of a picture: its bytes, or null. Bytes, because decoders guess character sets. */
export interface ScanDecoder {
  readonly name: string
  decode(
    pixels: RgbaPixels & { data: Uint8ClampedArray<ArrayBuffer> },
  ): Promise<Uint8Array | null> | Uint8Array | null
}

export interface ScanCell {
  readonly condition: ScanConditionName
  readonly decoder: string
  readonly isRead: boolean
  /** Whether the plain black code of the same text and level is read here; false cells do not count. */
  readonly isPlainRead: boolean
}

export interface ScanReport {
  /** 0 to 100: share of the cells that the plain code passes and this design too. */
  readonly score: number
  /** 1 to 5, for the meter. */
  readonly bars: 1 | 2 | 3 | 4 | 5
  /**
   * Two decoders, or one where only two are given, read it in every condition in which they read the plain code. The
   * weaker of two decoders fails alone too often to have a veto.
   */
  readonly isRobust: boolean
  /** Whether any decoder reads the clean picture. A design that none reads is not saved without "anyway". */
  readonly isReadable: boolean
  /** Whether it may be saved without "anyway": robust, at most ten points lost, contrast of at least 3. */
  readonly passes: boolean
  readonly reasons: readonly ScanReason[]
  /** Conditions in which it is read by fewer decoders than the plain code. */
  readonly failed: readonly ScanConditionName[]
  readonly cells: readonly ScanCell[]
  readonly findings: Findings
}

const MOST_LOST = 10
/** Width that the picture of a check aims at, in pixels; larger ones are slower and read no worse. */
const CHECK_WIDTH = 600

/** The symbol of a text at the level of a design, or at the strongest that holds it. */
export function symbolFor(text: string, design: QrDesign): QrSymbol {
  const fits = highestLevelThatFits(text) ?? 'L'
  const order = 'LMQH'
  const level =
    order.indexOf(design.errorCorrectionLevel) <= order.indexOf(fits) ? design.errorCorrectionLevel : fits
  return encodeSymbol(text, { level })
}

interface Subject {
  readonly pixels: RgbaPixels
  /** Pixels a module. */
  readonly module: number
}

function draw(symbol: QrSymbol, design: QrDesign): Subject {
  const side = symbol.size + 2 * design.margin
  const module = Math.min(6, Math.max(5, Math.floor(CHECK_WIDTH / side)))
  return { pixels: renderPixels(symbol, design, { size: module * side }), module }
}

const isSame = (a: Uint8Array | null, b: Uint8Array): boolean =>
  a !== null && a.length === b.length && a.every((byte, index) => byte === b[index])

async function isReadBy(
  decoder: ScanDecoder,
  { pixels, module }: Subject,
  condition: ScanCondition,
  expected: Uint8Array,
): Promise<boolean> {
  const spoilt = condition.spoil(toGray(pixels, condition.surface), module)
  return isSame(await decoder.decode(toRgba(spoilt)), expected)
}

/** Tries all conditions with all decoders; the plain code only where the design is not read. */
async function readAll(
  symbol: QrSymbol,
  text: string,
  design: QrDesign,
  decoders: readonly ScanDecoder[],
): Promise<ScanCell[]> {
  const expected = new TextEncoder().encode(text)
  const subject = draw(symbol, design)
  let plain: Subject | null = null
  const cells: ScanCell[] = []
  for (const condition of SCAN_CONDITIONS) {
    const spoilt = toRgba(condition.spoil(toGray(subject.pixels, condition.surface), subject.module))
    for (const decoder of decoders) {
      const isRead = isSame(await decoder.decode(spoilt), expected)
      let isPlainRead = true
      if (!isRead) {
        plain ??= draw(symbol, DEFAULT_QR_SETTINGS)
        isPlainRead = await isReadBy(decoder, plain, condition, expected)
      }
      cells.push({ condition: condition.name, decoder: decoder.name, isRead, isPlainRead })
    }
  }
  return cells
}

function barsOf(score: number, isRobust: boolean, { contrast, isInverted }: Findings): ScanReport['bars'] {
  const read = isRobust ? (score >= 95 ? 5 : 4) : score >= 80 ? 3 : score >= 50 ? 2 : 1
  const most = contrast < 3 ? 2 : isInverted ? 3 : contrast < GOOD_CONTRAST ? 4 : 5
  return Math.min(read, most) as ScanReport['bars']
}

/** Conditions in which too few decoders read the design although they read the plain code. */
function weakConditions(cells: readonly ScanCell[], decoders: number): ScanConditionName[] {
  const wanted = Math.max(1, Math.min(2, decoders - 1))
  return SCAN_CONDITIONS.map(({ name }) => name).filter((name) => {
    const here = cells.filter(({ condition }) => condition === name)
    const plain = here.filter(({ isPlainRead }) => isPlainRead).length
    return here.filter(({ isRead }) => isRead).length < Math.min(wanted, plain)
  })
}

/** Which shapes are to blame when nothing else is: circular eyes before the modules. */
function shapeReasons({ eyeShape, style }: QrDesign): ScanReason[] {
  if (eyeShape === 'circle') return ['fragile-eyes']
  return style === 'square' ? [] : ['fragile-style']
}

/**
 * Judges a design by decoding it under simulated conditions of print and camera, against the plain black code of the
 * same text and level. Deterministic: noise has fixed seeds.
 * @param decoders at least one; two independent ones for a verdict worth its name
 * @throws {QrDesignError} when the design cannot be drawn
 * @throws {QrCapacityError} when no symbol holds the text
 */
export async function scanCheck(
  text: string,
  design: QrDesign,
  decoders: readonly ScanDecoder[],
): Promise<ScanReport> {
  const symbol = symbolFor(text, design)
  const findings = inspect(symbol, design)
  const cells = await readAll(symbol, text, design, decoders)
  const counted = cells.filter(({ isPlainRead }) => isPlainRead)
  const read = counted.filter(({ isRead }) => isRead).length
  const score = counted.length === 0 ? 0 : Math.round((100 * read) / counted.length)
  const failed = weakConditions(cells, decoders.length)
  const isRobust = counted.length > 0 && failed.length === 0
  const isReadable = cells.some(({ condition, isRead }) => condition === 'clean' && isRead)
  const passes = isReadable && isRobust && score >= 100 - MOST_LOST && !isRefused(findings)
  return {
    score,
    bars: barsOf(score, isRobust, findings),
    isRobust,
    isReadable,
    passes,
    reasons: passes || findings.reasons.length > 0 ? findings.reasons : shapeReasons(design),
    failed,
    cells,
    findings,
  }
}
