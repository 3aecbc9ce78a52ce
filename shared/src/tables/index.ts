export { type CodePage, isCodePage, TEXT_ENCODINGS, type TextEncoding } from '../text-encodings'
export { type AddressColumn, addressColumns } from './address-columns'
export { type DecodedText, decodeAs, decodeText, fittingEncodings } from './decode-text'
export { type Lines, readLines, readText } from './read-text'
export {
  exampleRows,
  MAX_FILE_BYTES,
  MAX_TABLE_COLUMNS,
  MAX_TABLE_ROWS,
  type Sheet,
  sheetOf,
  TABLE_NOTES,
  TABLE_PROBLEMS,
  TableError,
  type TableNote,
  type TableProblem,
} from './table'
