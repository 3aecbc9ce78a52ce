import { isLanguage, type Language } from '@scanleaf/shared'
import i18next from 'i18next'
import './fonts.css'

/** Letters that Inter lacks and many systems draw badly. Chinese, Japanese and Korean are the system's. */
const scripts: Partial<Record<Language, () => Promise<unknown>>> = {
  ar: () => import('./fonts/arabic.css'),
  hi: () => import('./fonts/devanagari.css'),
  km: () => import('./fonts/khmer.css'),
  lo: () => import('./fonts/lao.css'),
  my: () => import('./fonts/myanmar.css'),
  th: () => import('./fonts/thai.css'),
}

/** Loads the letters of the language on screen, now and after every change. Without them the system's stay. */
export function followFonts(): void {
  const load = (language: string) => {
    if (isLanguage(language)) scripts[language]?.().catch(() => undefined)
  }
  i18next.on('languageChanged', load)
  load(i18next.language)
}
