import { bankOf, fieldsOfKind } from '@scanleaf/qr'
import { foldText, truncate } from '@scanleaf/shared'
import { searchTextOf } from '../../../platform/search-text'

/** Longest text that is sorted by, in UTF-16 units. */
const MAX_SORT_LENGTH = 100

interface Searchable {
  name: string
  dynamicId: string | null
  target: string | null
  codeContent: string
}

/** Never searchable: a search must not reveal a password, and a flag is not text. */
const NOT_FOUND: ReadonlySet<string> = new Set(fieldsOfKind('password', 'flag'))

const BANKS: ReadonlySet<string> = new Set(fieldsOfKind('bank'))

/** People look for a bank by its name, not by the number that is stored. */
function foundAs(field: string, value: string): string {
  const bank = BANKS.has(field) ? bankOf(value) : null
  return bank ? `${bank.name} ${bank.fullName} ${bank.bin}` : value
}

/** The values of a stored content; those of a row that cannot be read are none. */
function valuesOf({ target, codeContent }: Searchable): string[] {
  if (target !== null) return [target]
  try {
    const content: Record<string, unknown> = JSON.parse(codeContent)
    return Object.entries(content).flatMap(([field, value]) =>
      typeof value === 'string' && value !== '' && !NOT_FOUND.has(field) ? [foundAs(field, value)] : [],
    )
  } catch {
    return []
  }
}

/** Columns for the search and the sort by name; a code without a name is sorted by its content. */
export function searchColumns(code: Searchable): { searchText: string; sortName: string } {
  const values = valuesOf(code)
  const label = code.name || (values[0] ?? '').replace(/^https?:\/\/(www\.)?/, '')
  return {
    searchText: searchTextOf([code.name, code.dynamicId ?? '', ...values]),
    sortName: truncate(foldText(label), MAX_SORT_LENGTH),
  }
}

/** The key of a tag. */
export const tagKey = (tag: string): string => `#${tag}`
