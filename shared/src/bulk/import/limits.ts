/** Codes of one file. */
export const MAX_IMPORT_ROWS = 10_000
/** Largest file, in bytes. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024
/** Columns of a file. */
export const MAX_IMPORT_HEADERS = 200
/** Days for which the rows of an import are kept; until then its report can be downloaded. */
export const IMPORT_ROW_DAYS = 30
/** Hours in which an import can be undone, counted from its end. */
export const IMPORT_UNDO_HOURS = 24
/** Old paths that one check asks for. */
export const CHECKED_PATHS = 10
/** Rows of a file that are shown while its columns are set. */
export const PREVIEW_ROWS = 5
