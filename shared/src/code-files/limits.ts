/** Most codes of a file. */
export const MAX_FILE_CODES = 10_000
/** Files that an account may ask for in an hour. */
export const MAX_FILES_AN_HOUR = 60
/** Minutes in which a file can be fetched. */
export const CODE_FILE_MINUTES = 5
/** Widest PNG of a ZIP file, in pixels. */
export const MAX_ZIP_IMAGE_SIZE = 2000
/** Longest own words of a caption, in graphemes. */
export const MAX_CAPTION_TEXT = 60
/** Most codes that are named as unreadable, cut or with letters that no font has; all are counted. */
export const MAX_NAMED_CODES = 100
/** Most letters that are named as left out. */
export const MAX_NAMED_LETTERS = 100
