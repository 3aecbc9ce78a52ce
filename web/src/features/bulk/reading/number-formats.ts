import type { Language } from '@scanleaf/shared'
import { format, getFormatInfo } from 'numfmt'
import { attribute, unescaped } from './xml-attributes'

/** Formats that every workbook knows by their number (ECMA-376-1 §18.8.30), without those of dates and of plain numbers. */
const BUILT_IN: Readonly<Record<string, string>> = {
  ...{ 2: '0.00', 4: '#,##0.00', 9: '0%', 10: '0.00%', 12: '# ?/?', 13: '# ??/??' },
  ...{ 39: '#,##0.00', 40: '#,##0.00' },
}

/** Its code may hold a `>`. */
const NUMBER_FORMAT = /<(?:\w+:)?numFmt(?:\s+[\w:.-]+=(?:"[^"<]*"|'[^'<]*'))*\s*\/?>/g

/** A number as it is stored: its format says what a person sees. */
export interface StoredNumber {
  stored: string
}

/** By the number of a style, the formats that show something else than the number itself. */
export type NumberFormats = ReadonlyMap<string, string>

/** The formats of the styles of a workbook; dates are read otherwise, and an exponent hides digits. */
export function numberFormatsOf(styles: string): NumberFormats {
  const own = new Map(
    (styles.match(NUMBER_FORMAT) ?? []).map((tag) => [
      attribute(tag, 'numFmtId'),
      unescaped(attribute(tag, 'formatCode')),
    ]),
  )
  const [cells = ''] = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles) ?? []
  const formats = new Map<string, string>()
  for (const [style, tag] of (cells.match(/<(?:\w+:)?xf\s[^<>]*>/g) ?? []).entries()) {
    const id = attribute(tag, 'numFmtId')
    const code = own.get(id) ?? BUILT_IN[id]
    if (code !== undefined && isShown(code)) formats.set(String(style), code)
  }
  return formats
}

function isShown(code: string): boolean {
  const { type, isDate } = getFormatInfo(code)
  return !isDate && type !== 'scientific' && type !== 'error' && !/^(?:general|@|0|#)$/i.test(code)
}

/** What a cell with such a format shows. */
export function shownText(value: StoredNumber | string, code: string, language: Language): string {
  const plain = typeof value === 'string' ? value : plainNumber(value)
  const shown = format(code, typeof value === 'string' ? value : Number(value.stored), {
    locale: language,
    throws: false,
  }).trim()
  // Groups of thousands are no part of a number.
  return /^-?\d+$/.test(plain) && shown.replace(/[.,\s'’٬]/g, '') === plain ? plain : shown
}

/** The digits of a number as a person reads them: a phone number has no exponent, and 1.1 no sixteen decimals. */
export function plainNumber({ stored }: StoredNumber): string {
  const number = Number(stored)
  if (!Number.isFinite(number) || stored.trim() === '') return stored
  if (Number.isSafeInteger(number)) return String(number)
  // Its last digits are not stored: the table is noted by the exponent.
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return number.toExponential().toUpperCase()
  return String(Number(number.toPrecision(15)))
}
