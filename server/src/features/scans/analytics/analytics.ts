import {
  addDays,
  daysBetween,
  localDateAt,
  MAX_DAYS,
  partsOf,
  rangeBefore,
  SCAN_DIMENSIONS,
  type ScanDays,
  type ScanPoint,
  type ScanRange,
  type ScanShare,
  type Scans,
  type ScanUnit,
  SPARKLINE_DAYS,
  type Sparklines,
  sameTimeBefore,
  startOfDay,
  unitFor,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { QUARTER_MS } from '../rollups'
import { type BreakdownRow, topValues } from './breakdowns-repository'
import {
  type CodeName,
  namesOfCodes,
  ownedAmong,
  type PartSums,
  type Subject,
  sumParts,
  sumPartsOf,
} from './repository'

const DEFAULT_DAYS = 30
const SHARES = 20
const NONE: PartSums = { scans: 0, uniques: 0 }

/**
 * The days that a request asks for, with the defaults filled in.
 * @throws AppError ValidationError, by field
 */
export function daysOf({ from, to, zone }: ScanDays, now: Date): { from: string; to: string; zone: string } {
  const last = to ?? localDateAt(now, zone)
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS)
  if (first > last) throw new AppError('ValidationError', { to: 'invalid-value' })
  if (daysBetween(first, last) >= MAX_DAYS.month) throw new AppError('ValidationError', { to: 'too-long' })
  return { from: first, to: last, zone }
}

/** @throws AppError ValidationError when the range has too many parts */
export function rangeOf(asked: ScanDays & { unit?: ScanUnit | undefined }, now: Date): ScanRange {
  const days = daysOf(asked, now)
  const unit = asked.unit ?? unitFor(days.from, days.to)
  if (daysBetween(days.from, days.to) >= MAX_DAYS[unit]) {
    throw new AppError('ValidationError', { unit: 'too-long' })
  }
  return { ...days, unit }
}

/** Scans of a range, those of the range before, and where they came from. */
export async function scansOf(
  db: Db,
  subject: Subject,
  range: ScanRange,
  { isOwner, now }: { isOwner: boolean; now: Date },
): Promise<Scans> {
  const before = rangeBefore(range)
  const parts = partsOf(range)
  const partsBefore = partsOf(before)
  const starts = [...partsBefore.starts, ...parts.starts]
  const sameTime = sameTimeBefore(range, now)
  const split = sameTime && splitAt(partsBefore.starts, sameTime.at)
  const [sums, breakdowns, begun] =
    subject.id === null
      ? [new Map<number, PartSums>(), [], NONE]
      : await Promise.all([
          sumParts(db, subject.id, starts, parts.end),
          topValues(
            db,
            { id: subject.id, isOwner },
            { from: startOfDay(range.from, range.zone), to: parts.end },
            SHARES,
          ),
          split ? sumBetween(db, subject.id, split.start, split.end) : NONE,
        ])
  const all = starts.map((_, part) => sums.get(part) ?? NONE)
  const sumsBefore = all.slice(0, partsBefore.starts.length)
  const inRange = all.slice(partsBefore.starts.length)
  const counted = totalOf(inRange)
  const kind = (name: string): number =>
    breakdowns.find(({ dimension, value }) => dimension === 'kind' && value === name)?.scans ?? 0
  return {
    ...range,
    total: subject.total,
    ...counted,
    repeats: kind('repeat'),
    notCounted: {
      bot: kind('bot'),
      preview: kind('preview'),
      prefetch: kind('prefetch'),
      head: kind('head'),
    },
    points: pointsOf(parts.starts, inRange),
    before: {
      from: before.from,
      to: before.to,
      ...totalOf(sumsBefore),
      points: pointsOf(partsBefore.starts, sumsBefore),
      soFar: split && { to: sameTime.day, ...totalOf([...sumsBefore.slice(0, split.part), begun]) },
    },
    breakdowns: Object.fromEntries(
      SCAN_DIMENSIONS.map((dimension) => [dimension, sharesOf(breakdowns, dimension, counted)]),
    ) as Scans['breakdowns'],
    ...outcomesOf(breakdowns, counted),
    ...(isOwner && { codes: await codesOf(db, sharesOf(breakdowns, 'code', counted)) }),
  }
}

/** The period in which a moment lies, and its part until then in whole quarters of an hour. */
function splitAt(starts: readonly Date[], moment: Date): { part: number; start: Date; end: Date } | null {
  const part = starts.findLastIndex((start) => start <= moment)
  const start = starts[part]
  return start ? { part, start, end: new Date(Math.floor(moment.getTime() / QUARTER_MS) * QUARTER_MS) } : null
}

async function sumBetween(db: Db, subject: string, start: Date, end: Date): Promise<PartSums> {
  return (await sumParts(db, subject, [start], end)).get(0) ?? NONE
}

const totalOf = (parts: readonly PartSums[]): PartSums =>
  parts.reduce((sum, part) => ({ scans: sum.scans + part.scans, uniques: sum.uniques + part.uniques }), NONE)

const pointsOf = (starts: readonly Date[], sums: readonly PartSums[]): ScanPoint[] =>
  starts.map((at, part) => ({
    at: at.toISOString(),
    scans: sums[part]?.scans ?? 0,
    uniques: sums[part]?.uniques ?? 0,
  }))

/** The named values, and the rest as `*`, so that the shares of a dimension are all scans. */
function sharesOf(
  breakdowns: readonly BreakdownRow[],
  dimension: string,
  all: { scans: number; uniques: number },
): ScanShare[] {
  const named = breakdowns
    .filter((row) => row.dimension === dimension)
    .map(({ value, scans, uniques }) => ({ value, scans, uniques }))
  const rest = named.reduce(
    (left, { scans, uniques }) => ({ scans: left.scans - scans, uniques: left.uniques - uniques }),
    all,
  )
  return rest.scans > 0 ? [...named, { value: '*', ...rest }] : named
}

/** The scans by outcome of the rules, the most first; nothing where no scan was led by a rule. */
function outcomesOf(breakdowns: readonly BreakdownRow[], all: PartSums): Pick<Scans, 'outcomes'> {
  const shares = sharesOf(breakdowns, 'outcome', all)
  if (!shares.some(({ value }) => value !== '*')) return {}
  const outcomes = shares.map(({ value, ...sums }) => ({ n: value === '*' ? 0 : Number(value), ...sums }))
  return { outcomes: outcomes.sort((a, b) => b.scans - a.scans || a.n - b.n) }
}

async function codesOf(db: Db, shares: readonly ScanShare[]): Promise<NonNullable<Scans['codes']>> {
  const ids = shares.map(({ value }) => value).filter((value) => value !== '*')
  const names = ids.length > 0 ? await namesOfCodes(db, ids) : new Map<string, CodeName>()
  return shares.map((share) => {
    const { name, isDeleted } = names.get(share.value) ?? { name: '', isDeleted: true }
    return { ...share, name, isDeleted }
  })
}

/** Scans of the user's codes among `ids` by day, up to today. */
export async function sparklinesOf(
  db: Db,
  userId: string,
  { ids, zone }: { ids: readonly string[]; zone: string },
  now: Date,
): Promise<Sparklines> {
  const to = localDateAt(now, zone)
  const { starts, end } = partsOf({ from: addDays(to, 1 - SPARKLINE_DAYS), to, unit: 'day', zone })
  const owned = await ownedAmong(db, userId, ids)
  const lines = new Map(owned.map((id) => [id, Array<number>(SPARKLINE_DAYS).fill(0)]))
  for (const { codeId, part, scans } of await sumPartsOf(db, owned, starts, end)) {
    const line = lines.get(codeId)
    if (line) line[part] = scans
  }
  return Object.fromEntries(lines)
}
