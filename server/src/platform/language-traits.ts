import type { Language } from '@scanleaf/shared'

interface LanguageTraits {
  /** What its regions list by in Windows, where Excel takes it from: a semicolon where decimals have a comma, and in Arabic. */
  csvSeparator: ',' | ';'
  /** Without blanks between words, or with endings and articles joined to them. */
  joinsWords: boolean
  /** The name of a thing precedes the word that joins it to another. */
  namesFirst: boolean
  /** The style sheet of its letters, which the first one lacks (web/src/ui/styles/script-fonts.ts). */
  fontSheet: string | null
  /** Marks above and below letters need more room between lines. */
  hasTallLines: boolean
}

/** How each language is written, as far as the server needs to know. One that is missing here does not compile. */
export const LANGUAGE_TRAITS: Readonly<Record<Language, LanguageTraits>> = {
  vi: { csvSeparator: ';', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  en: { csvSeparator: ',', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  'zh-CN': { csvSeparator: ',', joinsWords: true, namesFirst: true, fontSheet: null, hasTallLines: false },
  'zh-TW': { csvSeparator: ',', joinsWords: true, namesFirst: true, fontSheet: null, hasTallLines: false },
  fr: { csvSeparator: ';', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  de: { csvSeparator: ';', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  ja: { csvSeparator: ',', joinsWords: true, namesFirst: true, fontSheet: null, hasTallLines: false },
  ko: { csvSeparator: ',', joinsWords: true, namesFirst: true, fontSheet: null, hasTallLines: false },
  ru: { csvSeparator: ';', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  es: { csvSeparator: ';', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  pt: { csvSeparator: ';', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  it: { csvSeparator: ';', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  ar: { csvSeparator: ';', joinsWords: true, namesFirst: false, fontSheet: 'arabic', hasTallLines: false },
  hi: { csvSeparator: ',', joinsWords: false, namesFirst: true, fontSheet: 'devanagari', hasTallLines: true },
  id: { csvSeparator: ';', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  ms: { csvSeparator: ',', joinsWords: false, namesFirst: false, fontSheet: null, hasTallLines: false },
  th: { csvSeparator: ',', joinsWords: true, namesFirst: false, fontSheet: 'thai', hasTallLines: true },
  km: { csvSeparator: ',', joinsWords: true, namesFirst: false, fontSheet: 'khmer', hasTallLines: true },
  lo: { csvSeparator: ';', joinsWords: true, namesFirst: false, fontSheet: 'lao', hasTallLines: true },
  my: { csvSeparator: ',', joinsWords: true, namesFirst: true, fontSheet: 'myanmar', hasTallLines: true },
}
