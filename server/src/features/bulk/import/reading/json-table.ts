import { normalForm } from '@scanleaf/qr'
import { MAX_BULK_ROWS } from '@scanleaf/shared'
import { MAX_TABLE_COLUMNS, TableError } from '@scanleaf/shared/tables'

/** A table without its empty rows; `at` is where each row is in the file, null where the file has no rows of text. */
export interface FileTable {
  headers: string[]
  rows: { at: number | null; cells: string[] }[]
}

type JsonObject = Record<string, unknown>

/** Names under which the services put their list: Kutt and phpMyAdmin `data`, YOURLS `links`, Shlink `shortUrls`. */
const LISTS = [
  'data',
  'links',
  'result',
  'results',
  'items',
  'shortUrls',
  'urls',
  'qr_codes',
  'qrcodes',
  'codes',
]

/** What of a row is in an object of its own, and becomes columns: when a link of Shlink ends. */
const NESTED = ['meta']

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The rows of a list in JSON: an array of objects, or one inside an object under a name that services use. A table that
 * phpMyAdmin exports is one of several elements.
 * @throws {TableError} `not-a-table` without a list, `no-rows` for an empty one, `too-many-rows`, `too-many-columns`
 */
export function tableOfJson(value: unknown): FileTable {
  const list = listIn(value)?.map(flat)
  if (!list) throw new TableError('not-a-table')
  if (list.length === 0) throw new TableError('no-rows')
  if (list.length > MAX_BULK_ROWS) throw new TableError('too-many-rows')
  const names = new Set<string>()
  for (const row of list) {
    for (const name of Object.keys(row)) names.add(name)
    if (names.size > MAX_TABLE_COLUMNS) throw new TableError('too-many-columns')
  }
  const headers = [...names]
  return {
    headers,
    rows: list.map((row) => ({ at: null, cells: headers.map((name) => cellOf(row[name])) })),
  }
}

/** With the values of its nested objects under both names. */
function flat(row: JsonObject): JsonObject {
  const nested = NESTED.flatMap((name) => {
    const inner = row[name]
    return isObject(inner) ? Object.entries(inner).map(([key, value]) => [`${name}.${key}`, value]) : []
  })
  return nested.length === 0 ? row : { ...row, ...Object.fromEntries(nested) }
}

function listIn(value: unknown): JsonObject[] | null {
  if (Array.isArray(value)) {
    const table = value.find(
      (each) => isObject(each) && each['type'] === 'table' && Array.isArray(each['data']),
    )
    return table ? listIn((table as JsonObject)['data']) : value.every(isObject) ? value : null
  }
  if (!isObject(value)) return null
  for (const name of LISTS) {
    const inner = value[name]
    // The API of YOURLS numbers its links: `link_1`, `link_2`.
    const list = isObject(inner)
      ? (listIn(inner) ?? listIn(Object.values(inner)))
      : Array.isArray(inner)
        ? listIn(inner)
        : null
    if (list) return list
  }
  return null
}

/** Lists are joined by `|`; of an object the name that it is shown by counts. */
function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellOf).filter(Boolean).join('|')
  if (isObject(value))
    return cellOf(value['name'] ?? value['title'] ?? value['fullName'] ?? value['address'] ?? '')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? normalForm(String(value).replaceAll('\0', '').toWellFormed()).trim()
    : ''
}
