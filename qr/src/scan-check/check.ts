import type { RgbaPixels } from '../design/logo'
import { DEFAULT_QR_SETTINGS, type QrDesign } from '../design/settings'
import { renderPixels } from '../render/pixels'
import { encodeSymbol, highestLevelThatFits, type QrSymbol } from '../symbol/encode'
import {
  SCAN_CONDITIONS,
  type ScanCondition,
  type ScanConditionName,
  type ScanStage,
  type ScanView,
} from './conditions'
import { type Findings, GOOD_CONTRAST, inspect, isRefused, type ScanReason } from './findings'
import { toGray, toRgba } from './gray-image'

/** RGBA, row-major, opaque. */
type DecoderPixels = RgbaPixels & { data: Uint8ClampedArray<ArrayBuffer> }

/** Reads the first code of a picture: its bytes, or null. Bytes, because decoders guess character sets. */
export interface ScanDecoder {
  readonly name: string
  decode(pixels: DecoderPixels): Promise<Uint8Array | null> | Uint8Array | null
}

/** A result of a decoder in a condition; those that cannot change the verdict are not computed. */
export interface ScanCell {
  readonly condition: ScanConditionName
  readonly decoder: string
  readonly isRead: boolean
  /** A decoder reads a different text where it reads the plain code correctly. */
  readonly isMisread: boolean
  /** Whether the plain black code of the same text and level is read here; false cells do not count. */
  readonly isPlainRead: boolean
}

export interface ScanReport {
  /** 0 to 100: share of the cells asked that the plain code passes and this design too. */
  readonly score: number
  /** 1 to 5, for the meter. */
  readonly bars: 1 | 2 | 3 | 4 | 5
  /** It is read in every condition in which the plain code is, by the decoders that the condition demands. */
  readonly isRobust: boolean
  /** Whether any decoder reads the clean picture. A design that none reads is not saved without "anyway". */
  readonly isReadable: boolean
  /** Whether it may be saved without "anyway": robust, at most ten points lost, nothing that refuses it unread. */
  readonly passes: boolean
  readonly reasons: readonly ScanReason[]
  /** Conditions in which it is not read as demanded although the plain code is. */
  readonly failed: readonly ScanConditionName[]
  readonly cells: readonly ScanCell[]
  readonly findings: Findings
}

const MAX_LOST = 10
/** Pixels per module of the degraded picture: enough for round shapes, and few to save time. */
const MODULE = 4

/** The symbol of a text at the level of a design, or at the strongest that holds it. */
export function symbolFor(text: string, design: QrDesign): QrSymbol {
  const fits = highestLevelThatFits(text) ?? 'L'
  const order = 'LMQH'
  const level =
    order.indexOf(design.errorCorrectionLevel) <= order.indexOf(fits) ? design.errorCorrectionLevel : fits
  return encodeSymbol(text, { level })
}

const draw = (symbol: QrSymbol, design: QrDesign): RgbaPixels =>
  renderPixels(symbol, design, { scale: MODULE })

export const isSameBytes = (a: Uint8Array | null, b: Uint8Array): boolean =>
  a !== null && a.length === b.length && a.every((byte, index) => byte === b[index])

const spoil = (pixels: RgbaPixels, view: ScanView): DecoderPixels =>
  toRgba(view.spoil(toGray(pixels, view.surface), MODULE))

/** What decoders read of the plain code of a text and level: drawn and asked only where a design is not read. */
class PlainCode {
  private picture: RgbaPixels | null = null
  private readonly known = new Map<ScanView, Map<ScanDecoder, boolean>>()

  constructor(
    private readonly symbol: QrSymbol,
    private readonly expected: Uint8Array,
  ) {}

  async isReadBy(decoder: ScanDecoder, view: ScanView): Promise<boolean> {
    const answers = this.known.get(view) ?? new Map<ScanDecoder, boolean>()
    this.known.set(view, answers)
    const known = answers.get(decoder)
    if (known !== undefined) return known
    this.picture ??= draw(this.symbol, DEFAULT_QR_SETTINGS)
    const isRead = isSameBytes(await decoder.decode(spoil(this.picture, view)), this.expected)
    answers.set(decoder, isRead)
    return isRead
  }
}

const MAX_PLAIN_CODES = 8
const plainCodes = new Map<string, PlainCode>()

/** The plain code of a symbol; cached, because a design is mostly changed and checked again for the same text. */
function plainCodeOf(symbol: QrSymbol, text: string, expected: Uint8Array): PlainCode {
  const key = `${symbol.level} ${text}`
  const plain = plainCodes.get(key) ?? new PlainCode(symbol, expected)
  plainCodes.delete(key)
  plainCodes.set(key, plain)
  const [oldest] = plainCodes.keys()
  if (plainCodes.size > MAX_PLAIN_CODES && oldest !== undefined) plainCodes.delete(oldest)
  return plain
}

const anyOf = ({ length }: readonly ScanView[]): ScanStage[] => [{ of: length, enough: 1, tooFew: 0 }]

/** Whether the plain code is read in a view at all, and if so whether the design is as demanded. */
function judgeView(
  demand: ScanCondition['demand'],
  cells: readonly ScanCell[],
): 'read' | 'unread' | 'misread' | 'unfair' {
  if (cells.some(({ isMisread }) => isMisread)) return 'misread'
  const counted = cells.filter(({ isPlainRead }) => isPlainRead)
  if (counted.length === 0) return 'unfair'
  const read = counted.filter(({ isRead }) => isRead).length
  return (demand === 'all' ? read === counted.length : read > 0) ? 'read' : 'unread'
}

/**
 * Asks the first decoder in all conditions, the others where they can still change the verdict. A design that nobody
 * reads on the clean picture is not spoilt any further.
 */
class Trial {
  readonly cells: ScanCell[] = []
  readonly failed: ScanConditionName[] = []

  constructor(
    private readonly pixels: RgbaPixels,
    private readonly plain: PlainCode,
    private readonly expected: Uint8Array,
    private readonly decoders: readonly ScanDecoder[],
    private isOpen: boolean,
  ) {}

  async run(): Promise<void> {
    for (const condition of SCAN_CONDITIONS) {
      if (await this.isMet(condition)) continue
      this.isOpen = false
      if (!this.failed.includes(condition.name)) this.failed.push(condition.name)
      if (condition.name === 'clean') return
    }
  }

  /** Evaluates one view after the other until they decide; keeps the cells of the deciding one. */
  private async isMet({ name, demand, views, stages = anyOf(views) }: ScanCondition): Promise<boolean> {
    let unread: readonly ScanCell[] | null = null
    let [taken, fair, read] = [0, 0, 0]
    for (const { of, enough, tooFew } of stages) {
      for (; taken < of; taken++) {
        const cells = await this.look(name, demand, views[taken] as ScanView)
        const answer = judgeView(demand, cells)
        if (answer === 'read') read++
        if (answer !== 'unfair') fair++
        if (answer === 'misread' || read === enough) {
          this.cells.push(...cells)
          return answer === 'read'
        }
        if (answer !== 'read') unread ??= cells
      }
      if (read === fair || read <= tooFew) break
    }
    this.cells.push(...(unread ?? []))
    // where the plain code is seldom read, the views in which it is read suffice
    return read === fair
  }

  private async look(
    condition: ScanConditionName,
    demand: ScanCondition['demand'],
    view: ScanView,
  ): Promise<ScanCell[]> {
    const asked = demand !== 'second' ? this.decoders : this.isOpen ? this.decoders.slice(1, 2) : []
    if (asked.length === 0) return []
    const picture = spoil(this.pixels, view)
    const cells: ScanCell[] = []
    for (const decoder of asked) {
      const read = await decoder.decode(picture)
      const isRead = isSameBytes(read, this.expected)
      const isPlainRead = isRead || (await this.plain.isReadBy(decoder, view))
      const isMisread = read !== null && !isRead && isPlainRead
      cells.push({ condition, decoder: decoder.name, isRead, isMisread, isPlainRead })
      const isEnough = demand === 'first' || (demand === 'any' && isRead)
      if (isEnough || !(this.isOpen || condition === 'clean')) break
    }
    return cells
  }
}

function barsOf(score: number, isRobust: boolean, { contrast, isInverted }: Findings): ScanReport['bars'] {
  const read = isRobust ? (score >= 95 ? 5 : 4) : score >= 80 ? 3 : score >= 50 ? 2 : 1
  const most = contrast < 3 ? 2 : isInverted ? 3 : contrast < GOOD_CONTRAST ? 4 : 5
  return Math.min(read, most) as ScanReport['bars']
}

/** Which shapes are to blame when nothing else is: circular eyes before the modules. */
function shapeReasons({ eyeShape, style }: QrDesign): ScanReason[] {
  if (eyeShape === 'circle') return ['fragile-eyes']
  return style === 'square' ? [] : ['fragile-style']
}

/**
 * Judges a design by decoding it under simulated conditions of print and camera, against the plain black code of the
 * same text and level. Deterministic: noise has fixed seeds.
 * @param decoders the stronger first, ZXing before jsQR; two independent ones for a verdict worth its name
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
  const expected = new TextEncoder().encode(text)
  const plain = plainCodeOf(symbol, text, expected)
  const trial = new Trial(draw(symbol, design), plain, expected, decoders, !isRefused(findings))
  await trial.run()
  const { cells, failed } = trial
  const counted = cells.filter(({ isPlainRead }) => isPlainRead)
  const read = counted.filter(({ isRead }) => isRead).length
  const score = counted.length === 0 ? 0 : Math.round((100 * read) / counted.length)
  const isRobust = counted.length > 0 && failed.length === 0
  const isReadable = cells.some(({ condition, isRead }) => condition === 'clean' && isRead)
  const passes = isReadable && isRobust && score >= 100 - MAX_LOST && !isRefused(findings)
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
