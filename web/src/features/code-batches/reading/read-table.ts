import { decodeText, readText, type Sheet, TableError } from '@scanleaf/shared/tables'
import { readXlsx } from './read-xlsx'

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
  const { text, encoding } = decodeText(bytes)
  const sheet = readText(text)
  const isOld = encoding === 'windows-1258' || encoding === 'windows-1252'
  return [isOld ? { ...sheet, notes: [{ code: encoding, total: 1 }, ...sheet.notes] } : sheet]
}
