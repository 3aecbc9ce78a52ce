import { decodeText } from './decode-text'
import { readText } from './read-text'
import { readXlsx } from './read-xlsx'
import { type Sheet, TableError } from './table'

/** A file, or text that was pasted. */
export type TableSource = ArrayBuffer | string

/** First bytes of a ZIP archive, which a workbook is, and of the older files and of locked workbooks. */
const ZIP = [0x50, 0x4b]
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0]

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * The sheets of a table: those of a workbook, or one for a text. What a file is decides its content, not its name.
 * @throws {TableError}
 */
export async function readTable(source: TableSource): Promise<Sheet[]> {
  const sheets = typeof source === 'string' ? [readText(source)] : await readFile(new Uint8Array(source))
  if (sheets.length === 0) throw new TableError('no-rows')
  return sheets
}

async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet[]> {
  if (startsWith(bytes, COMPOUND_FILE)) throw new TableError('old-or-locked')
  if (startsWith(bytes, ZIP)) return readXlsx(bytes)
  const { text, isWindows1258 } = decodeText(bytes)
  const sheet = readText(text)
  return [isWindows1258 ? { ...sheet, notes: [{ code: 'windows-1258', total: 1 }, ...sheet.notes] } : sheet]
}
