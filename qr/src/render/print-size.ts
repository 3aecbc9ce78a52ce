/** The resolution that a PNG claims: what printers expect of pictures. */
export const PNG_DOTS_PER_INCH = 300
const MILLIMETRES_PER_INCH = 25.4

export const PNG_PIXELS_PER_METRE = Math.round((PNG_DOTS_PER_INCH * 1000) / MILLIMETRES_PER_INCH)

/** Side of an EPS or a PDF, unless another is asked for. */
export const PRINT_MILLIMETRES = 100

/**
 * Side in millimetres at which programs open a file of a code; null for a format without a size of its own.
 * @param size pixels of the picture
 * @example printMillimetres('png', 1000) // 84.7
 */
export function printMillimetres(format: 'png' | 'svg' | 'eps' | 'pdf', size: number): number | null {
  if (format === 'svg') return null
  return format === 'png' ? Math.round((size * 10_000) / PNG_PIXELS_PER_METRE) / 10 : PRINT_MILLIMETRES
}
