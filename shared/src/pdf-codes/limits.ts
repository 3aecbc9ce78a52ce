/** Media type of a PDF (RFC 8118). */
export const PDF_TYPE = 'application/pdf'
/** Longest company name and title, and longest file name that is shown, in UTF-16 units. */
export const MAX_PDF_TEXT_LENGTH = 200

/** Retries of a replacement, only after a network failure or a status of 500 and above (spec §9). */
export const PDF_UPLOAD_ATTEMPTS = 3
export const PDF_UPLOAD_TIMEOUT_MS = 15_000
/** The pause after a failed attempt, counted from 1: a second for each. */
export const pdfUploadPauseMs = (attempt: number): number => 1000 * attempt

/** Pause after the last key before a name is checked, and before changed details are sent (spec §9). */
export const PDF_NAME_CHECK_DELAY_MS = 500
export const PDF_DETAILS_DELAY_MS = 1000

/** How long a replaced file can be brought back. */
export const PDF_VERSION_DAYS = 30
