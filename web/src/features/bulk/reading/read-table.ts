import type { Language } from '@scanleaf/shared'
import {
  decodeAs,
  fittingEncodings,
  isCodePage,
  readText,
  type Sheet,
  TableError,
  type TextEncoding,
} from '@scanleaf/shared/tables'
import { readXlsx } from './read-xlsx'

/** A file, or text that was pasted. */
export type TableSource = ArrayBuffer | string

/** First bytes of a ZIP archive, which a workbook is, and of the older files and of locked workbooks. */
const ZIP = [0x50, 0x4b]
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0]

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * The sheets of a table: those of a workbook, or one for a text, or for each code page that a text fits, the likeliest
 * first. What a file is decides its content, not its name.
 * @param language of the screen, which decides where two code pages fit
 * @throws {TableError}
 */
export async function readTable(source: TableSource, language: Language): Promise<Sheet[]> {
  const sheets =
    typeof source === 'string' ? [readText(source)] : await readFile(new Uint8Array(source), language)
  if (sheets.length === 0) throw new TableError('no-rows')
  return sheets
}

async function readFile(bytes: Uint8Array<ArrayBuffer>, language: Language): Promise<Sheet[]> {
  if (startsWith(bytes, COMPOUND_FILE)) throw new TableError('old-or-locked')
  if (startsWith(bytes, ZIP)) return readXlsx(bytes, language)
  const [likeliest = 'utf-8', ...others] = fittingEncodings(bytes, language)
  const first = readIn(bytes, likeliest)
  // A wrong reading may be no table.
  return [first, ...others.flatMap((encoding) => attempt(() => readIn(bytes, encoding)))]
}

function readIn(bytes: Uint8Array, encoding: TextEncoding): Sheet {
  const sheet = readText(decodeAs(bytes, encoding).text)
  return isCodePage(encoding) ? { ...sheet, encoding } : sheet
}

function attempt(read: () => Sheet): Sheet[] {
  try {
    return [read()]
  } catch (error) {
    if (error instanceof TableError) return []
    throw error
  }
}
