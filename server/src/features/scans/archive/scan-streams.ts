import type { ScanFacts } from '../analytics/scan-log-repository'
import { ArchiveFault } from './archive-file'

/**
 * The scans of a day that an archive of it does not have. Both are in the order of codes and of time; of equal scans each
 * counts. The memory is that of the scans of one code in one millisecond.
 * @throws ArchiveFault when the archive has a scan more
 */
export async function* withoutArchived(
  scans: AsyncIterable<ScanFacts>,
  archived: AsyncIterable<ScanFacts>,
): AsyncGenerator<ScanFacts> {
  const others = moments(archived)
  let other = await others.next()
  for await (const moment of moments(scans)) {
    if (other.done || moment.key < other.value.key) {
      yield* moment.scans
      continue
    }
    if (other.value.key < moment.key) throw new ArchiveFault(HAS_MORE)
    const counts = new Map<string, number>()
    for (const scan of other.value.scans) counts.set(textOf(scan), (counts.get(textOf(scan)) ?? 0) + 1)
    for (const scan of moment.scans) {
      const left = counts.get(textOf(scan)) ?? 0
      if (left === 0) yield scan
      else counts.set(textOf(scan), left - 1)
    }
    if ([...counts.values()].some((left) => left > 0)) throw new ArchiveFault(HAS_MORE)
    other = await others.next()
  }
  if (!other.done) throw new ArchiveFault(HAS_MORE)
}

/** The scans of several files of a day as those of one. Each is in the order of codes and of time. */
export async function* merged(streams: readonly AsyncIterable<ScanFacts>[]): AsyncGenerator<ScanFacts> {
  const heads: { scan: ScanFacts; key: string; rest: AsyncIterator<ScanFacts> }[] = []
  const push = async (rest: AsyncIterator<ScanFacts>) => {
    const { value: scan, done } = await rest.next()
    if (!done) heads.push({ scan, key: keyOf(scan), rest })
  }
  for (const stream of streams) await push(stream[Symbol.asyncIterator]())
  for (;;) {
    heads.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    const least = heads.shift()
    if (!least) return
    yield least.scan
    await push(least.rest)
  }
}

/** Sorts by code and then by time. */
const keyOf = ({ codeId, at }: ScanFacts): string => `${codeId} ${at.toISOString()}`

const HAS_MORE = 'an archive has scans that are no longer in the log'

/** The scans of a code in one millisecond; keys are in the order in which they come. */
async function* moments(
  scans: AsyncIterable<ScanFacts>,
): AsyncGenerator<{ key: string; scans: ScanFacts[] }> {
  let moment: { key: string; scans: ScanFacts[] } = { key: '', scans: [] }
  for await (const scan of scans) {
    const key = keyOf(scan)
    if (key !== moment.key) {
      if (moment.scans.length > 0) yield moment
      moment = { key, scans: [] }
    }
    moment.scans.push(scan)
  }
  if (moment.scans.length > 0) yield moment
}

const textOf = (scan: ScanFacts): string =>
  JSON.stringify([
    scan.kind,
    scan.isUnique,
    scan.isRepeat,
    scan.isTimeCorrected,
    scan.outcome,
    scan.country,
    scan.device,
    scan.system,
    scan.browser,
    scan.referrer,
    scan.language,
    scan.userAgent,
  ])

export async function* flat<T>(groups: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const group of groups) yield* group
}

/** Groups of a size, of which the last may be smaller. */
export async function* grouped<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
