import { type Language, languageOf } from '@scanleaf/shared'

/** @example countryName('VN', 'en') // 'Vietnam' */
export const countryName = (code: string, language: Language): string =>
  new Intl.DisplayNames([languageOf(language).intl], { type: 'region' }).of(code) ?? code
