import { MAX_IMAGE_SIZE, MAX_MARGIN, MIN_IMAGE_SIZE } from '@scanleaf/qr'
import { PASSWORD_MIN_LENGTH } from './account/password'
import { MAX_BULK_ROWS, MAX_IMPORT_BYTES, MAX_IMPORT_HEADERS } from './bulk/limits'
import {
  MAX_ACCOUNT_BYTES,
  MAX_ACCOUNT_FILES,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  MAX_IMAGE_SIDE,
  MAX_PDF_BYTES,
} from './media/limits'
import { MANUAL_ID_MAX, MANUAL_ID_MIN } from './user-codes/limits'

const MIB = 1024 * 1024

/**
 * The limits in texts, by the placeholder that stands for each in every language: both translators know them, so
 * that no text has a number of its own.
 */
export const TEXT_LIMITS = {
  pdfMegabytes: MAX_PDF_BYTES / MIB,
  imageMegabytes: MAX_IMAGE_BYTES / MIB,
  imageSide: MAX_IMAGE_SIDE,
  imageMegapixels: MAX_IMAGE_PIXELS / 1_000_000,
  accountFiles: MAX_ACCOUNT_FILES,
  accountGigabytes: MAX_ACCOUNT_BYTES / (1024 * MIB),
  idMin: MANUAL_ID_MIN,
  idMax: MANUAL_ID_MAX,
  importMegabytes: MAX_IMPORT_BYTES / MIB,
  importRows: MAX_BULK_ROWS,
  importColumns: MAX_IMPORT_HEADERS,
  passwordMin: PASSWORD_MIN_LENGTH,
  marginMax: MAX_MARGIN,
  sizeMin: MIN_IMAGE_SIZE,
  sizeMax: MAX_IMAGE_SIZE,
} as const
