import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@scanleaf/shared'
import { LANGUAGE_TRAITS } from '../../platform/language-traits'
import { builtWebApp } from './built-web-app'

/**
 * Paths of the style sheets that load the fonts of the web app for a language, for pages that the server writes; none
 * without a built web app.
 */
export function fontSheets(): (language: Language) => string[] {
  const root = builtWebApp()
  const folder = root && join(root, 'assets')
  const files = folder && existsSync(folder) ? readdirSync(folder) : []
  const sheet = (name: string) =>
    files
      .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.css'))
      .map((file) => `/assets/${file}`)
  const latin = sheet('script-fonts')
  return (language) => {
    const script = LANGUAGE_TRAITS[language].fontSheet
    return script ? [...latin, ...sheet(script)] : latin
  }
}
