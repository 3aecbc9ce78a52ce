import type { ScanFacts } from '../analytics/scan-log-repository'

/** Rows, first visits and repeats of a kind of scans and of the codes whose id ends with a digit, by `kind:digit`. */
export type SumGroups = Record<string, [rows: number, uniques: number, repeats: number]>

/** What two copies of the same scans have in common. Times in milliseconds since the epoch; null without a row. */
export interface ScanSums {
  groups: SumGroups
  firstAt: number | null
  lastAt: number | null
}

export const noSums = (): ScanSums => ({ groups: {}, firstAt: null, lastAt: null })

export function addScan(sums: ScanSums, { kind, codeId, isUnique, isRepeat, at }: ScanFacts): void {
  addGroup(sums.groups, `${kind}:${codeId.slice(-1)}`, [1, Number(isUnique), Number(isRepeat)])
  spread(sums, at.getTime(), at.getTime())
}

export function joinSums(all: readonly ScanSums[]): ScanSums {
  const joined = noSums()
  for (const { groups, firstAt, lastAt } of all) {
    for (const [key, sum] of Object.entries(groups)) addGroup(joined.groups, key, sum)
    if (firstAt !== null && lastAt !== null) spread(joined, firstAt, lastAt)
  }
  return joined
}

function addGroup(groups: SumGroups, key: string, [rows, uniques, repeats]: SumGroups[string]): void {
  const sum = groups[key] ?? [0, 0, 0]
  groups[key] = [sum[0] + rows, sum[1] + uniques, sum[2] + repeats]
}

function spread(sums: ScanSums, firstAt: number, lastAt: number): void {
  if (sums.firstAt === null || firstAt < sums.firstAt) sums.firstAt = firstAt
  if (sums.lastAt === null || lastAt > sums.lastAt) sums.lastAt = lastAt
}

export const rowsOf = ({ groups }: ScanSums): number =>
  Object.values(groups).reduce((sum, [rows]) => sum + rows, 0)

export const isSame = (one: ScanSums, other: ScanSums): boolean => canonical(one) === canonical(other)

const canonical = ({ groups, firstAt, lastAt }: ScanSums): string =>
  JSON.stringify([Object.entries(groups).sort(([a], [b]) => (a < b ? -1 : 1)), firstAt, lastAt])
