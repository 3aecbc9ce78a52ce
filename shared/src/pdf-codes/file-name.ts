import { MAX_PDF_TEXT_LENGTH } from './limits'

/** The two readings of the specification (rulings §3); setting `PDF_FILE_NAME`. */
export const PDF_FILE_NAME_RULES = ['cleaned', 'fixed'] as const
export type PdfFileNameRule = (typeof PDF_FILE_NAME_RULES)[number]

const EXTENSION = '.pdf'

/**
 * The ASCII name of a file, for programs that know only ASCII.
 * @param product in its own spelling
 * @example storedPdfName('Thực đơn (2).PDF', 'cleaned', 'Scanleaf') // 'th_c_n_2_.pdf'
 * @example storedPdfName('Menu.pdf', 'fixed', 'Scanleaf') // 'scanleaf_file.pdf'
 */
export function storedPdfName(fileName: string, rule: PdfFileNameRule, product: string): string {
  if (rule === 'fixed' && /[^a-z0-9._-]/.test(fileName)) return fixedName(product)
  const cleaned =
    rule === 'fixed'
      ? fileName
      : fileName
          .normalize('NFC')
          .toLowerCase()
          .replace(/[^a-z0-9._-]/g, '_')
          .replace(/_+/g, '_')
  const stem = (cleaned.endsWith(EXTENSION) ? cleaned.slice(0, -EXTENSION.length) : cleaned).slice(
    0,
    MAX_PDF_TEXT_LENGTH - EXTENSION.length,
  )
  return /[a-z0-9]/.test(stem) ? stem + EXTENSION : fixedName(product)
}

const fixedName = (product: string): string =>
  `${product.toLowerCase().replace(/[^a-z0-9]+/g, '') || 'qr'}_file.pdf`

/** Characters that show nothing, or make a name read in another order than it is written. */
const UNSHOWN = /[\p{Cc}\p{Cs}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\u2028\u2029\uFEFF\uFFFD]/gu

/**
 * A file name as its owner sees it: as it was uploaded, without a path and without what cannot be shown, in NFC (RFC
 * 5198 §2; macOS decomposes names).
 * @example shownPdfName('C:\\tmp\\menu\u202Efdp.exe') // 'menufdp.exe'
 */
export function shownPdfName(fileName: string): string {
  const plain = fileName.toWellFormed().replace(UNSHOWN, '').normalize('NFC')
  const base = plain.slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1).trim()
  if (/^\.*$/.test(base)) return `file${EXTENSION}`
  if (base.length <= MAX_PDF_TEXT_LENGTH) return base
  const extension = /\.[^.]{1,10}$/.exec(base)?.[0] ?? ''
  return (
    base
      .slice(0, MAX_PDF_TEXT_LENGTH - extension.length)
      .toWellFormed()
      .replace(/\uFFFD$/u, '') + extension
  )
}
