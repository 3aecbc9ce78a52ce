import { isLanguage, type Language, languageOf } from '@scanleaf/shared'
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

const FAMILIES = '1em "Inter Variable", "Noto Sans Variable"'

/**
 * Loads the letters of the language on screen, now and after every change, before there are texts to draw with them.
 * Without them the system's stay.
 */
export function followFonts(): void {
  const load = async (language: string) => {
    if (!isLanguage(language)) return
    await scripts[language]?.()
    // Letters out of each file that its texts need: those of names and numbers, and those of the language itself.
    await document.fonts.load(FAMILIES, `Scanleaf ${languageOf(language).name}`)
  }
  const follow = (language: string) => void load(language).catch(() => undefined)
  i18next.on('languageChanged', follow)
  follow(i18next.language)
}
