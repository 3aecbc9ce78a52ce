import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS, TableError } from '@scanleaf/shared/tables'
import type { NumberFormats } from './number-formats'
import { attribute, isOn } from './xml-attributes'

/** The last row of a worksheet, and the last column, `XFD` (ECMA-376-1 §18.3.1.73; Excel specifications and limits). */
const MAX_ROW_NUMBER = 1_048_576
const MAX_COLUMN_NUMBER = 16_384
/** Rows with cells that are read: some may hold nothing but blanks. */
const MAX_READ_ROWS = 2 * MAX_TABLE_ROWS

const PREFIX = '(?:[^\\s<>/:]+:)?'
/** What the reader takes for a row or a cell. */
const ROW_OR_CELL = new RegExp(`<${PREFIX}(?:row|c)(?=[\\s/>])`, 'g')
/** The same as every program writes it: without references, and so without an address in disguise. */
const PLAIN_TAG = new RegExp(
  `<(${PREFIX})(row|c)((?:\\s+[\\w:.-]+=(?:"[^"<>&]*"|'[^'<>&]*'))*)\\s*(/?)>`,
  'g',
)
const EMPTY_CELLS = new RegExp(`<${PREFIX}c\\s[^<>]*(?:/>|>\\s*</${PREFIX}c>)`, 'g')
const EMPTY_ROWS = new RegExp(`<${PREFIX}row(?:\\s[^<>]*)?(?:/>|>\\s*</${PREFIX}row>)`, 'g')
const COLUMNS = new RegExp(`<${PREFIX}col\\s[^<>]*>`, 'g')
const PLACE = /\sr=["']([^"']*)["']/
const CELL_PLACE = /^([A-Z]{1,3})(\d{1,7})$/

const NOTHING = '<worksheet><sheetData/></worksheet>'

/** The XML of a sheet, with the number that each of its rows has in the file. */
export interface DenseSheet {
  xml: string
  numbers: number[]
  /** What is not on screen, by hand or by a filter: places in `numbers`, and columns counted from 0. */
  hidden: { rows: ReadonlySet<number>; columns: ReadonlySet<number> }
  /** The formats of the cells of a row that show something else than their value, by their columns counted from 0. */
  formats: ReadonlyMap<number, ReadonlyMap<number, string>>
  /** Why none of its rows is read. */
  problem?: 'too-many-rows' | 'too-many-columns'
}

/**
 * A sheet without its empty rows, so that nothing has to be filled between two of them, of as many rows and columns as
 * a table may have: a single cell at XFD1048576 would be seventeen thousand million cells.
 * @throws {TableError} `broken` for a place outside of a sheet, or one that cannot be read
 */
export function dense(sheet: string, shown: NumberFormats): DenseSheet {
  const hidden = { rows: new Set<number>(), columns: hiddenColumns(sheet) }
  const formats = new Map<number, Map<number, string>>()
  const full = sheet.replace(EMPTY_CELLS, '').replace(EMPTY_ROWS, '')
  const numbers: number[] = []
  let problem: DenseSheet['problem']
  let tags = 0
  let isPlaced = false
  const xml = full.replace(
    PLAIN_TAG,
    (_tag, prefix: string, name: string, attributes: string, end: string) => {
      tags++
      const place = PLACE.exec(attributes)?.[1]
      const others = attributes.replace(PLACE, '')
      if (name === 'row') {
        numbers.push(rowNumber(place ?? (numbers.at(-1) ?? 0) + 1))
        isPlaced = place !== undefined
        if (numbers.length > MAX_READ_ROWS) problem = 'too-many-rows'
        if (isHidden(attributes, 'ht')) hidden.rows.add(numbers.length - 1)
        return `<${prefix}row r="${numbers.length}"${others}${end}>`
      }
      const [, letters = '', row = ''] = CELL_PLACE.exec(place ?? '') ?? []
      const column = columnNumber(letters)
      if (column > MAX_TABLE_COLUMNS) problem ??= 'too-many-columns'
      if (numbers.length === 0) throw new TableError('broken')
      if (!isPlaced) numbers[numbers.length - 1] = rowNumber(row)
      isPlaced = true
      const format = shown.get(attribute(attributes, 's'))
      if (format !== undefined) {
        const ofRow = formats.get(numbers.length - 1) ?? new Map<number, string>()
        formats.set(numbers.length - 1, ofRow.set(column - 1, format))
      }
      return `<${prefix}c r="${letters}${numbers.length}"${others}${end}>`
    },
  )
  if (tags !== (full.match(ROW_OR_CELL)?.length ?? 0)) throw new TableError('broken')
  return problem
    ? { xml: NOTHING, numbers: [], hidden, formats: new Map(), problem }
    : { xml, numbers, hidden, formats }
}

const isHidden = (tag: string, size: 'ht' | 'width') =>
  isOn(tag, 'hidden') || Number(attribute(tag, size) || 1) === 0

function hiddenColumns(sheet: string): Set<number> {
  const hidden = new Set<number>()
  for (const tag of sheet.match(COLUMNS) ?? [])
    if (isHidden(tag, 'width')) {
      const last = Math.min(Number(attribute(tag, 'max')), MAX_TABLE_COLUMNS)
      for (let column = Math.max(Number(attribute(tag, 'min')), 1); column <= last; column++)
        hidden.add(column - 1)
    }
  return hidden
}

function rowNumber(text: string | number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > MAX_ROW_NUMBER) throw new TableError('broken')
  return number
}

/** @example columnNumber('AA') // 27 */
function columnNumber(letters: string): number {
  const number = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  if (number < 1 || number > MAX_COLUMN_NUMBER) throw new TableError('broken')
  return number
}
