export { type DecodedText, decodeText, TEXT_ENCODINGS, type TextEncoding } from './decode-text'
export { type Lines, readLines, readText } from './read-text'
export {
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
