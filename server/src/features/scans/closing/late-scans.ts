import type { Db } from '../../../platform/db/database'
import type { NewScan } from '../repository'
import { BreakdownCounts } from './breakdown-counts'
import {
  type AddedBreakdown,
  addToBreakdowns,
  type Closing,
  lockClosing,
  readClosing,
} from './closing-repository'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

/** A scan, and whose breakdowns it is in. */
export interface CountedScan {
  row: NewScan
  /** The subject of its code's owner; null for a code without an owner. */
  owner: string | null
}

/**
 * How far closing is, for an import of these scans. Comes after the ids of the batches, by which closing sees that this
 * transaction writes, and before its rows of the log. An import of new scans waits for nobody, and one of older scans for
 * the step of closing that runs.
 */
export async function closingFor(tx: Db, rows: readonly NewScan[]): Promise<Closing> {
  const closing = await readClosing(tx)
  const oldest = rows.reduce((least, { at }) => Math.min(least, at.getTime()), Number.POSITIVE_INFINITY)
  if (oldest >= closing.barrier) return closing
  await lockClosing(tx)
  return readClosing(tx)
}

/**
 * Adds scans to times that are closed already; all others are found in the log when their time is closed.
 * @param closing as `closingFor` found it in this transaction
 */
export async function addLateScans(tx: Db, scans: readonly CountedScan[], closing: Closing): Promise<void> {
  const added = new LateBreakdowns(closing)
  for (const { row, owner } of scans) {
    added.add(row, row.codeId, null)
    if (owner !== null) added.add(row, owner, row.codeId)
  }
  await addToBreakdowns(tx, added.rows)
}

class LateBreakdowns {
  readonly #closing: Closing
  readonly #counts = new Map<
    string,
    Omit<AddedBreakdown, 'keys' | 'scans' | 'uniques'> & { counts: BreakdownCounts }
  >()

  constructor(closing: Closing) {
    this.#closing = closing
  }

  /** @param code of the scan, for its owner; null for the code itself */
  add(row: NewScan, subject: string, code: string | null): void {
    const { partsUntil, hoursUntil, daysUntil, codesAfter, ownersAfter } = this.#closing
    const time = row.at.getTime()
    const isDayMade = subject <= (code === null ? codesAfter : ownersAfter)
    if (time < partsUntil) this.#addTo(subject, 5, time, row, code)
    if (time < hoursUntil) this.#addTo(subject, 60, time, row, code)
    if (time < daysUntil + (isDayMade ? DAY_MS : 0)) this.#addTo(subject, 1440, time, row, code)
  }

  get rows(): AddedBreakdown[] {
    return [...this.#counts.values()].map(({ counts, ...rest }) => ({ ...rest, ...counts.lists }))
  }

  #addTo(
    subject: string,
    minutes: AddedBreakdown['minutes'],
    time: number,
    row: NewScan,
    code: string | null,
  ): void {
    const widthMs = minutes * MINUTE_MS
    const at = new Date(Math.floor(time / widthMs) * widthMs).toISOString()
    const key = `${subject} ${minutes} ${at}`
    const kept = this.#counts.get(key) ?? { subject, minutes, at, counts: new BreakdownCounts() }
    this.#counts.set(key, kept)
    for (const [dimension, value] of valuesOf(row, code)) kept.counts.add(dimension, value, row.isUnique)
  }
}

/** The same values as scan_log_breakdowns takes from the log. */
function valuesOf(row: NewScan, code: string | null): [dimension: string, value: string][] {
  if (row.kind !== 'person') return [['kind', row.kind]]
  const values: [string, string][] = [
    ['country', row.country ?? ''],
    ['device', row.device],
    ['system', row.system],
    ['browser', row.browser],
    ['referrer', /^https?:\/\/([^/]+)/.exec(row.referrer)?.[1] ?? ''],
    ['language', row.language.split('-', 1)[0]?.toLowerCase() ?? ''],
  ]
  if (row.isRepeat) values.push(['kind', 'repeat'])
  if (code !== null) values.push(['code', code])
  return values
}
