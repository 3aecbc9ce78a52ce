import { type Sheet, sheetOf, TableError, type TableNote } from '@scanleaf/shared/tables'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import readXlsxFile, { type CellValue, InvalidInputError } from 'read-excel-file/universal'
import { type DenseSheet, dense } from './dense-sheet'

/** Of all parts of a workbook; ten thousand rows of twenty cells need about fifteen million. */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
/** Of all cells together, in UTF-16 units: one text of the workbook may be in each of them. */
const MAX_TEXT_LENGTH = 50_000_000
/** What a cell takes beside its text. */
const CELL_LENGTH = 8

const NO_ZIP = new Set(['FILE_NOT_SUPPORTED', 'NO_DATA', 'INPUT_TYPE_NOT_SUPPORTED'])

/**
 * The sheets of a workbook that have rows, in its order.
 * @throws {TableError}
 */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const parts = unpacked(bytes)
    const known = sheetsByName(parts)
    const workbook = zipSync(parts, { level: 0 })
    const sheets = await readXlsxFile<string>(workbook.buffer as ArrayBuffer, { parseNumber: plainNumber })
    let length = 0
    return sheets
      .map(({ sheet, data }) => {
        const lines = data.map((row) => row.map((cell) => textOf(cell)))
        for (const line of lines) for (const text of line) length += text.length + CELL_LENGTH
        if (length > MAX_TEXT_LENGTH) throw new TableError('unpacks-too-large')
        const dates = data.flat().filter((cell) => cell instanceof Date).length
        const { notes = [], problem, numbers = [] } = known.get(sheet) ?? {}
        if (problem) return { name: sheet, rows: [], notes: [], problem }
        const noted = [...notes, ...(dates > 0 ? [{ code: 'dates' as const, total: dates }] : [])]
        return sheetOf(sheet, lines, noted, (index) => numbers[index] ?? index + 1)
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

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** What the reader of the cells does not say of a sheet. */
type KnownSheet = Omit<DenseSheet, 'xml'> & { notes: TableNote[] }

/** By the name of the sheet. Its part becomes one that is safe to read: the reader fills every gap between two cells. */
function sheetsByName(parts: Parts): Map<string, KnownSheet> {
  const known = new Map<string, KnownSheet>()
  for (const [path, bytes] of Object.entries(parts)) {
    const xml = strFromU8(bytes)
    // Whatever its name: the workbook says which parts are sheets.
    if (!xml.includes('sheetData')) continue
    const { xml: read, ...sheet } = dense(xml)
    parts[path] = strToU8(read)
    known.set(path, { ...sheet, notes: notesOf(xml) })
  }
  const textOfPart = (path: string) => strFromU8(parts[path] ?? new Uint8Array())
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
      return sheet ? [[unescaped(attribute(tag, 'name')), sheet] as const] : []
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
