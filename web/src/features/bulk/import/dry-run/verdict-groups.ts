import { IMPORT_VERDICTS, type ImportVerdict } from '@scanleaf/shared'
import type { Import } from '../api'

/** What the rows are filtered by. */
export const GROUPS = ['all', 'kept', 'new', 'same', 'review'] as const
export type Group = (typeof GROUPS)[number]

const isRefusal = (verdict: ImportVerdict) => verdict !== 'kept' && verdict !== 'new' && verdict !== 'same'

/** Nothing is imported of such a row. */
export const REFUSALS = IMPORT_VERDICTS.filter(isRefusal)

const verdictsOf = (group: Exclude<Group, 'all'>): readonly ImportVerdict[] =>
  group === 'review' ? REFUSALS : [group]

/** The verdicts of a group, each with the number of its rows. */
export const filtersOf = ({ verdicts, total }: Import, group: Group) =>
  group === 'all'
    ? [{ total }]
    : verdictsOf(group).map((verdict) => ({ verdict, total: verdicts[verdict] ?? 0 }))

export const countOf = (item: Import, group: Group): number =>
  filtersOf(item, group).reduce((sum, { total }) => sum + total, 0)
