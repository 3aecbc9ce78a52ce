/** Most rows of a run and of a file, and most codes of a selection. */
export const MAX_BULK_ROWS = 10_000
/** Ids that a selection can name, or leave out. */
export const MAX_SELECTED_IDS = 1000
/** Largest body of a dry run without a file, in bytes. */
export const MAX_BULK_BYTES = 8 * 1024 * 1024
/** Largest file of another service, in bytes. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024
/** Columns of a file. */
export const MAX_IMPORT_HEADERS = 200
/** Rows of a file that are shown while its columns are set. */
export const PREVIEW_ROWS = 5
/** Old paths that one check asks for. */
export const CHECKED_PATHS = 10
/** Up to as many rows are done within the call that starts them. */
export const MAX_ROWS_AT_ONCE = 200
/** Hours in which a run can be undone, counted from its end. */
export const BULK_UNDO_HOURS = 24
/** Hours in which a dry run can be started; the rows of a file wait as long as they are kept. */
export const DRY_RUN_HOURS = 24
/** Days for which rows are kept, counted from the end; until then the report can be downloaded. */
export const BULK_ROW_DAYS = 30
