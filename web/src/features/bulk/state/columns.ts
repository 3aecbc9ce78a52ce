import { type FieldKind, lacksPrefix } from '@scanleaf/qr'
import { type AddressColumn, addressColumns, type Sheet } from '@scanleaf/shared/tables'
import { fieldsOfHeads } from './head-names'
import {
  type Cells,
  contentFieldsOf,
  isRequired,
  kindOfField,
  MANY_TYPES,
  type ManyType,
  type RowField,
} from './row-fields'

/** What was chosen by hand; all else follows the table. */
export interface ColumnChoices {
  hasHead?: boolean
  /** By the number of the column. */
  fields?: Readonly<Record<number, RowField | ''>>
}

export interface Columns {
  hasHead: boolean
  fields: (RowField | '')[]
}

/** Which column is what: as chosen, else by the heads and the addresses in the cells, else by what the first row holds. */
export function columnsOf(sheet: Sheet, type: ManyType, choices: ColumnChoices): Columns {
  const [first = []] = sheet.rows
  const named = fieldsOfHeads(first, type)
  const hasHead = choices.hasHead ?? named.some((field) => field !== '')
  const guessed =
    hasHead && named.some(Boolean) ? named : guessedFields(sheet.rows[hasHead ? 1 : 0] ?? [], type)
  const addresses = leadsElsewhere(type) ? addressesOf(sheet, hasHead) : []
  const settled = withTargets(guessed, addresses, type)
  return { hasHead, fields: first.map((_, column) => choices.fields?.[column] ?? settled[column] ?? '') }
}

/**
 * Columns of addresses on another host than that of the targets, which may be printed: no code of these rows would answer
 * them. One that somebody left out by hand is not among them.
 */
export function unreadColumns(sheet: Sheet, type: ManyType, choices: ColumnChoices): AddressColumn[] {
  if (!leadsElsewhere(type)) return []
  const { hasHead, fields } = columnsOf(sheet, type, choices)
  const addresses = addressesOf(sheet, hasHead)
  const target = addresses.find(({ column }) => fields[column] === mainFieldOf(type))
  return addresses.filter(
    ({ column, host, isOneHost, says }) =>
      fields[column] === '' &&
      choices.fields?.[column] === undefined &&
      (says === 'printed' || (isOneHost && says === null && host !== target?.host)),
  )
}

const mainFieldOf = (type: ManyType) => contentFieldsOf(type)[0]

/** Its codes lead to an address. */
const leadsElsewhere = (type: ManyType) => type.contentType === 'Website'

const withHead = new WeakMap<Sheet, AddressColumn[]>()
const withoutHead = new WeakMap<Sheet, AddressColumn[]>()

/** All rows are looked at, once for each table. */
function addressesOf(sheet: Sheet, hasHead: boolean): AddressColumn[] {
  const known = hasHead ? withHead : withoutHead
  const [first = []] = sheet.rows
  const columns =
    known.get(sheet) ??
    addressColumns(hasHead ? first : first.map(() => ''), hasHead ? sheet.rows.slice(1) : sheet.rows)
  known.set(sheet, columns)
  return columns
}

/** Where the head takes a short link for the target, the column that holds the targets by its word or its cells. */
function withTargets(
  fields: readonly (RowField | '')[],
  addresses: readonly AddressColumn[],
  type: ManyType,
): readonly (RowField | '')[] {
  const main = mainFieldOf(type)
  const before = addresses.find(({ column }) => fields[column] === main)
  if (main === undefined || before?.says === 'target') return fields
  const others = addresses.filter(({ column }) => fields[column] === '')
  const named = others.filter(({ says }) => says === 'target')
  const left = before?.says === 'printed' || !before ? others.filter(({ says }) => says !== 'printed') : []
  const better = named.length === 1 ? named[0] : left.length === 1 ? left[0] : undefined
  if (!better || (!before && fields.includes(main))) return fields
  return fields.map((field, column) => (column === better.column ? main : field === main ? '' : field))
}

/** Without heads: an address is the link, and a text before it the name. */
function guessedFields(row: readonly string[], type: ManyType): (RowField | '')[] {
  const [main] = contentFieldsOf(type)
  if (!main) return []
  const place = row.findIndex((cell) => kindOfField(type, main) === 'url' && looksLikeAddress(cell))
  const content = place >= 0 ? place : row.length > 1 ? 1 : 0
  return row.map((_, column) => {
    if (column === content) return main
    return column === 0 || (content === 0 && column === 1) ? 'name' : ''
  })
}

const looksLikeAddress = (cell: string) => /^\s*(?:https?:\/\/\S|[^\s.]+[.]\S{2,})/i.test(cell)

/** A space at the end is a part of the names and passwords of networks. */
const hasSpaces = (kind: FieldKind) => kind === 'spaced-line' || kind === 'password'

/** The rows of a table as cells of a run. Columns of one field are joined: tags may be in several. */
export function cellsOfSheet(sheet: Sheet, type: ManyType, { hasHead, fields }: Columns): Cells[] {
  const isSpaced = fields.map((field) => field !== '' && hasSpaces(kindOfField(type, field)))
  return sheet.rows.slice(hasHead ? 1 : 0).map((row) => {
    const cells: Partial<Record<RowField, string>> = {}
    for (const [column, field] of fields.entries()) {
      if (field === '') continue
      const before = cells[field]
      const text = isSpaced[column] ? (row[column] ?? '') : (row[column] ?? '').trim()
      cells[field] = before ? [before, text].filter(Boolean).join(', ') : text
    }
    return cells
  })
}

/** A Vietnamese number without the zero that a spreadsheet takes from a number. */
const isWithoutZero = (cell: string | undefined) =>
  cell !== undefined && /^\d{9}$/.test(cell) && lacksPrefix(cell)

/** How many phone numbers have lost their leading zero, as a spreadsheet keeps them as numbers. */
export function phonesWithoutZero(rows: readonly Cells[], type: ManyType): number {
  const phones = contentFieldsOf(type).filter((field) => kindOfField(type, field) === 'phone')
  return rows.filter((cells) => phones.some((field) => isWithoutZero(cells[field]))).length
}

/** The rows with that zero put back. */
export function withZeros(rows: readonly Cells[], type: ManyType): Cells[] {
  const phones = contentFieldsOf(type).filter((field) => kindOfField(type, field) === 'phone')
  return rows.map((cells) => ({
    ...cells,
    ...Object.fromEntries(
      phones.filter((field) => isWithoutZero(cells[field])).map((field) => [field, `0${cells[field]}`]),
    ),
  }))
}

/**
 * Where the heads of a table lack a field that each code of a type needs: the type all of whose needed fields they name,
 * and of such the one of which they name most; null when there is none. The heads of 400 badges are a business card's.
 */
export function fittingType(sheet: Sheet, type: ManyType): ManyType | null {
  const [first = []] = sheet.rows
  const lacks = (each: ManyType, fields: readonly (RowField | '')[]) =>
    contentFieldsOf(each).some((field) => isRequired(each, field) && !fields.includes(field))
  const { hasHead, fields } = columnsOf(sheet, type, {})
  // Without a head that the type knows, its field is a guess.
  if (!lacks(type, hasHead ? fields : fieldsOfHeads(first, type))) return null
  const fits = MANY_TYPES.map((each) => ({ each, named: fieldsOfHeads(first, each) }))
    .filter(({ each, named }) => !lacks(each, named))
    .map(({ each, named }) => ({ each, total: named.filter((field) => field.startsWith('content.')).length }))
    .sort((one, other) => other.total - one.total)
  return fits[0] && fits[0].total > 1 ? fits[0].each : null
}
