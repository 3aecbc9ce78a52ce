import { type Sheet, sheetOf, TableError, type TableNote } from '@scanleaf/shared/tables'
import { unzipSync } from 'fflate'
import readXlsxFile, { type CellValue, InvalidInputError } from 'read-excel-file/universal'

/** Of all parts of a workbook; ten thousand rows of twenty cells need about fifteen million. */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
/** Limits of a worksheet (ECMA-376-1 §18.3.1.73, `r`; §18.18.7, column `XFD`). */
const MAX_ROW_NUMBER = 1_048_576
const CELL_ADDRESS = /^[A-Z]{0,3}(\d{1,7})$/

const NO_ZIP = new Set(['FILE_NOT_SUPPORTED', 'NO_DATA', 'INPUT_TYPE_NOT_SUPPORTED'])

/**
 * The sheets of a workbook that have rows, in its order.
 * @throws {TableError}
 */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  try {
    const notes = notesBySheet(unpacked(bytes))
    const sheets = await readXlsxFile<string>(bytes.buffer, { parseNumber: plainNumber })
    return sheets
      .map(({ sheet, data }) => {
        const dates = data.flat().filter((cell) => cell instanceof Date).length
        const lines = data.map((row) => row.map((cell) => textOf(cell)))
        return sheetOf(sheet, lines, [
          ...(notes.get(sheet) ?? []),
          ...(dates > 0 ? [{ code: 'dates' as const, total: dates }] : []),
        ])
      })
      .filter(({ rows, problem }) => rows.length > 0 || problem)
  } catch (error) {
    throw error instanceof TableError ? error : new TableError(problemOf(error))
  }
}

function problemOf(error: unknown) {
  if (!(error instanceof InvalidInputError)) return 'broken'
  if (error.code === 'XLS_FILE_NOT_SUPPORTED') return 'old-or-locked'
  return NO_ZIP.has(error.code) ? 'not-a-table' : 'broken'
}

/**
 * The XML parts of the archive. A part is unpacked into a buffer of the size that its entry declares, so that one that
 * declares too little is cut, and cannot fill the memory.
 */
function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      total += originalSize
      if (total > MAX_UNPACKED_BYTES) throw new TableError('unpacks-too-large')
      return /^xl\/(?:workbook[.]xml|_rels\/workbook[.]xml[.]rels|worksheets\/[^/]+[.]xml)$/.test(name)
    },
  })
  if (!('xl/workbook.xml' in parts)) throw new TableError('not-a-table')
  return parts
}

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** What the reader of the cells does not say, by the name of the sheet. */
function notesBySheet(parts: Record<string, Uint8Array>): Map<string, TableNote[]> {
  const decoder = new TextDecoder()
  const textOfPart = (path: string) => decoder.decode(parts[path] ?? new Uint8Array())
  const paths = new Map(
    (textOfPart('xl/_rels/workbook.xml.rels').match(/<Relationship\s[^>]*>/g) ?? []).map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  )
  const sheets = textOfPart('xl/workbook.xml').match(/<sheet\s[^>]*>/g) ?? []
  return new Map(
    sheets.map((tag) => [
      unescaped(attribute(tag, 'name')),
      notesOf(textOfPart(paths.get(attribute(tag, 'id')) ?? '')),
    ]),
  )
}

/** A formula whose result was not saved with it. */
const EMPTY_FORMULA = /<f(?:\s[^>]*)?(?:\/>|>[^<]*<\/f>)\s*(?:<v\s*\/>|<v><\/v>)?\s*<\/c>/g
const ERROR_CELL = /<c\s[^>]*\bt="e"/g
const MERGED_CELLS = /<mergeCell\s/g
const ADDRESS = /<(?:row|c)\s[^>]*?\br=["']([^"']*)/g

/** @throws {TableError} `broken` for an address outside of a sheet: the reader would fill the rows before it */
function notesOf(xml: string): TableNote[] {
  for (const [, address = ''] of xml.matchAll(ADDRESS)) {
    const row = Number(CELL_ADDRESS.exec(address)?.[1])
    if (!(row <= MAX_ROW_NUMBER)) throw new TableError('broken')
  }
  const totals = [
    { code: 'formula-without-value', total: xml.match(EMPTY_FORMULA)?.length ?? 0 },
    { code: 'error-cells', total: xml.match(ERROR_CELL)?.length ?? 0 },
    { code: 'merged-cells', total: xml.match(MERGED_CELLS)?.length ?? 0 },
  ] as const
  return totals.filter(({ total }) => total > 0)
}

/** The digits of a number as a person reads them: a phone number has no exponent. */
function plainNumber(stored: string): string {
  const number = Number(stored)
  return Number.isSafeInteger(number) ? String(number) : stored
}

function textOf(cell: CellValue<string> | null): string {
  if (cell === null) return ''
  if (cell instanceof Date) return dateText(cell)
  return String(cell)
}

const MINUTE_MS = 60_000

/**
 * To the nearest minute, as the fraction of a day that is stored is not exact.
 * @example dateText(new Date('2026-11-25T00:00:00Z')) // '2026-11-25'
 */
function dateText(date: Date): string {
  const minute = new Date(Math.round(date.getTime() / MINUTE_MS) * MINUTE_MS)
  const [day, time = ''] = minute.toISOString().split('T')
  return time.startsWith('00:00') ? (day ?? '') : `${day} ${time.slice(0, 5)}`
}
