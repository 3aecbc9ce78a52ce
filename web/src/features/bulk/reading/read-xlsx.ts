import type { Language } from '@scanleaf/shared'
import { type Sheet, sheetOf, TableError, type TableNote } from '@scanleaf/shared/tables'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import readXlsxFile, { type CellValue, InvalidInputError } from 'read-excel-file/universal'
import { type DenseSheet, dense } from './dense-sheet'
import { numberFormatsOf, plainNumber, type StoredNumber, shownText } from './number-formats'
import { attribute, unescaped } from './xml-attributes'

/** Of all parts of a workbook; ten thousand rows of twenty cells need about fifteen million. */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
/** Of all cells together, in UTF-16 units: one text of the workbook may be in each of them. */
const MAX_TEXT_LENGTH = 50_000_000
/** What a cell takes beside its text. */
const CELL_LENGTH = 8

const NO_ZIP = new Set(['FILE_NOT_SUPPORTED', 'NO_DATA', 'INPUT_TYPE_NOT_SUPPORTED'])

/**
 * The sheets of a workbook that have rows, in its order, hidden ones last, as they are on screen in a language. One with
 * hidden rows or columns is there twice: without them, then with them.
 * @throws {TableError}
 */
export async function readXlsx(bytes: Uint8Array, language: Language): Promise<Sheet[]> {
  try {
    const parts = unpacked(bytes)
    const known = sheetsByName(parts)
    const workbook = zipSync(parts, { level: 0 })
    const sheets = await readXlsxFile<StoredNumber>(workbook.buffer as ArrayBuffer, {
      parseNumber: (stored) => ({ stored }),
      trim: false,
    })
    let length = 0
    const measured = (text: string): string => {
      length += text.length + CELL_LENGTH
      if (length > MAX_TEXT_LENGTH) throw new TableError('unpacks-too-large')
      return text
    }
    return sheets
      .toSorted((one, two) => Number(known.get(one.sheet)?.isHidden) - Number(known.get(two.sheet)?.isHidden))
      .flatMap(({ sheet: name, data }) => {
        const sheet = known.get(name)
        if (sheet?.problem) return [{ name, rows: [], notes: [], problem: sheet.problem }]
        const lines = data.map((row, line) =>
          row.map((cell, column) => measured(textOf(cell, sheet?.formats.get(line)?.get(column), language))),
        )
        const dates = data.flat().filter((cell) => cell instanceof Date).length
        const notes = [
          ...(sheet?.notes ?? []),
          ...(dates > 0 ? [{ code: 'dates' as const, total: dates }] : []),
        ]
        const all = sheetOf(name, lines, notes, (index) => sheet?.numbers[index] ?? index + 1)
        return sheet ? [...withoutHidden(all, lines, notes, sheet), all] : [all]
      })
      .filter(({ rows, problem, hidden }) => rows.length > 0 || problem || hidden)
  } catch (error) {
    throw error instanceof TableError ? error : new TableError(problemOf(error))
  }
}

/** The sheet as it is on screen; nothing where that is all of it. */
function withoutHidden(
  all: Sheet,
  lines: readonly string[][],
  notes: TableNote[],
  { hidden }: KnownSheet,
): Sheet[] {
  const isFull = (cell: string | undefined) => (cell ?? '').trim() !== ''
  const rows = lines.filter((line, index) => hidden.rows.has(index) && line.some(isFull)).length
  const columns = [...hidden.columns].filter((column) => lines.some((line) => isFull(line[column]))).length
  if (rows === 0 && columns === 0) return []
  const visible = lines
    .filter((_, index) => !hidden.rows.has(index))
    .map((line) => line.filter((_, column) => !hidden.columns.has(column)))
  all.hidden = { rows, columns, isTaken: true }
  const sheet = sheetOf(all.name, visible, notes, () => 0)
  sheet.notes.push(...all.notes.filter(({ code }) => code === 'empty-rows'))
  return [{ ...sheet, hidden: { rows, columns, isTaken: false } }]
}

function problemOf(error: unknown) {
  if (!(error instanceof InvalidInputError)) return 'broken'
  if (error.code === 'XLS_FILE_NOT_SUPPORTED') return 'old-or-locked'
  return NO_ZIP.has(error.code) ? 'not-a-table' : 'broken'
}

type Parts = Record<string, Uint8Array>

/**
 * The XML parts of the archive that hold cells. A part is unpacked into a buffer of the size that its entry declares, so that one that
 * declares too little is cut, and cannot fill the memory.
 */
function unpacked(bytes: Uint8Array): Parts {
  let total = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      total += originalSize
      if (total > MAX_UNPACKED_BYTES) throw new TableError('unpacks-too-large')
      return /[.](?:xml|rels)$/.test(name)
    },
  })
  if (!('xl/workbook.xml' in parts)) throw new TableError('not-a-table')
  return parts
}

/** What the reader of the cells does not say of a sheet. */
type KnownSheet = Omit<DenseSheet, 'xml'> & { notes: TableNote[]; isHidden: boolean }

/** By the name of the sheet. Its part becomes one that is safe to read: the reader fills every gap between two cells. */
function sheetsByName(parts: Parts): Map<string, KnownSheet> {
  const known = new Map<string, Omit<KnownSheet, 'isHidden'>>()
  const textOfPart = (path: string) => strFromU8(parts[path] ?? new Uint8Array())
  const formats = numberFormatsOf(textOfPart('xl/styles.xml'))
  for (const [path, bytes] of Object.entries(parts)) {
    const xml = strFromU8(bytes)
    // Whatever its name: the workbook says which parts are sheets.
    if (!xml.includes('sheetData')) continue
    const { xml: read, ...sheet } = dense(xml, formats)
    parts[path] = strToU8(read)
    known.set(path, { ...sheet, notes: notesOf(xml) })
  }
  const paths = new Map(
    (textOfPart('xl/_rels/workbook.xml.rels').match(/<Relationship\s[^>]*>/g) ?? []).map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  )
  const sheets = textOfPart('xl/workbook.xml').match(/<sheet\s[^>]*>/g) ?? []
  return new Map(
    sheets.flatMap((tag) => {
      const sheet = known.get(paths.get(attribute(tag, 'id')) ?? '')
      const isHidden = /hidden/i.test(attribute(tag, 'state'))
      return sheet ? [[unescaped(attribute(tag, 'name')), { ...sheet, isHidden }] as const] : []
    }),
  )
}

/** A formula whose result was not saved with it. */
const EMPTY_FORMULA = /<f(?:\s[^>]*)?(?:\/>|>[^<]*<\/f>)\s*(?:<v\s*\/>|<v><\/v>)?\s*<\/c>/g
const ERROR_CELL = /<c\s[^>]*\bt="e"/g
const MERGED_CELLS = /<mergeCell\s/g

function notesOf(xml: string): TableNote[] {
  const totals = [
    { code: 'formula-without-value', total: xml.match(EMPTY_FORMULA)?.length ?? 0 },
    { code: 'error-cells', total: xml.match(ERROR_CELL)?.length ?? 0 },
    { code: 'merged-cells', total: xml.match(MERGED_CELLS)?.length ?? 0 },
  ] as const
  return totals.filter(({ total }) => total > 0)
}

function textOf(
  cell: CellValue<StoredNumber> | null,
  format: string | undefined,
  language: Language,
): string {
  if (cell === null) return ''
  if (cell instanceof Date) return dateText(cell)
  const value = typeof cell === 'object' ? cell : String(cell)
  if (format !== undefined) return shownText(value, format, language)
  return typeof value === 'string' ? value : plainNumber(value)
}

const MINUTE_MS = 60_000

/** A time of no day is stored as one of the day before the first. */
const FIRST_DAY = Date.UTC(1900, 0, 1)

/**
 * To the nearest minute, as the fraction of a day that is stored is not exact.
 * @example dateText(new Date('2026-11-25T00:00:00Z')) // '2026-11-25'
 */
function dateText(date: Date): string {
  const minute = new Date(Math.round(date.getTime() / MINUTE_MS) * MINUTE_MS)
  const [day, time = ''] = minute.toISOString().split('T')
  if (minute.getTime() < FIRST_DAY) return time.slice(0, 5)
  return time.startsWith('00:00') ? (day ?? '') : `${day} ${time.slice(0, 5)}`
}
