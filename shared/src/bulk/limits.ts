/** Most rows of a batch, and most codes of a selection. */
export const MAX_BATCH_ROWS = 10_000
/** Ids that a selection can name, or leave out. */
export const MAX_SELECTED_IDS = 1000
/** Largest body of a batch, in bytes. */
export const MAX_BATCH_BYTES = 8 * 1024 * 1024
/** Hours in which a batch can be undone, counted from its end, and in which a dry run can be started. */
export const BATCH_UNDO_HOURS = 24
/** Up to as many rows are done within the call that starts them. */
export const MAX_ROWS_AT_ONCE = 200
