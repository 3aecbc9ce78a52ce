import { type Language, languageOf } from '@scanleaf/shared'

/** Number format of a language with this many decimals. */
export const numberFormat = (
  language: Language,
  decimals: number,
  style: 'decimal' | 'percent' = 'decimal',
) =>
  new Intl.NumberFormat(languageOf(language).intl, {
    style,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
