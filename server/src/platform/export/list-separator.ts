import type { Language } from '@scanleaf/shared'

/** Languages whose regions list by semicolon in Windows, where Excel takes the separator from: those with a decimal comma, and Arabic. */
const SEMICOLON: ReadonlySet<Language> = new Set(['vi', 'fr', 'de', 'ru', 'es', 'pt', 'it', 'id', 'lo', 'ar'])

/** What divides the cells of a row in Excel of a language. */
export const listSeparatorOf = (language: Language): ',' | ';' => (SEMICOLON.has(language) ? ';' : ',')
