import type { ImportMapping } from '@scanleaf/shared'
import type { AddressColumn } from '@scanleaf/shared/tables'

interface Settled {
  mapping: ImportMapping
  unread: AddressColumn[]
}

/**
 * What the columns of addresses are where the words over them leave it open, so that no code leads to another short link,
 * and nothing that may have been printed is left out in silence.
 * @param byWords the columns as their words say
 * @param isVague whether a column stands under a word that says little
 * @returns the mapping, and the columns that a person has to decide about, each in its likeliest place where one is free
 */
export function settleAddresses(
  byWords: ImportMapping,
  addresses: readonly AddressColumn[],
  isVague: (column: number) => boolean,
): Settled {
  const mapping = settledTarget(byWords, addresses, isVague)
  const target = addresses.find(({ column }) => column === mapping.target)
  const unread: AddressColumn[] = []
  for (const each of freeOf(mapping, addresses)) {
    if (addresses.some(({ column, alike }) => alike === each.alike && isRead(mapping, column))) continue
    const isOfTargets = !each.isOneHost || each.host === target?.host || each.says === 'target'
    if (isOfTargets && each.says !== 'printed') continue
    const place = placeIn(mapping)
    if (place !== null) mapping[place] = each.column
    if (place === null || each.says !== 'printed') unread.push(each)
  }
  return { mapping, unread }
}

/** With the target of the codes: a column under a vague word may as well hold what was printed. */
function settledTarget(
  mapping: ImportMapping,
  addresses: readonly AddressColumn[],
  isVague: (column: number) => boolean,
): ImportMapping {
  const { target: before, link } = mapping
  if (typeof before === 'number' && !isVague(before)) return { ...mapping }
  const isOpen = ({ column }: AddressColumn) => column === before || (column === link && isVague(column))
  const open = [...freeOf(mapping, addresses), ...addresses.filter(isOpen)]
  const isLinkSure = typeof link === 'number' && !isVague(link)
  const said = only(open.filter(({ says }) => says === 'target'))
  const left = open.length > 1 || isLinkSure ? only(open.filter(({ says }) => says !== 'printed')) : undefined
  const target = (said ?? left)?.column ?? before ?? null
  if (target === before) return { ...mapping }
  // What stood under the vague word is the other end.
  const other = link === target ? null : link
  return { ...mapping, target, link: other ?? before ?? null }
}

const freeOf = (mapping: ImportMapping, addresses: readonly AddressColumn[]) =>
  addresses.filter(({ column }) => !isRead(mapping, column))

const isRead = (mapping: ImportMapping, column: number) => Object.values(mapping).includes(column)

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)

/** Where a column of printed addresses is read; null when each place has one. */
function placeIn({ link, path, moreLinks }: ImportMapping): 'link' | 'moreLinks' | null {
  if (link === null && path === null) return 'link'
  return moreLinks === null ? 'moreLinks' : null
}
