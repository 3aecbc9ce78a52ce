import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  fallbackLanguages,
  LANGUAGE_CODES,
  type Language,
  type LanguageDetection,
  languageOf,
  TEXT_LIMITS,
} from '@scanleaf/shared'
import i18next, { type i18n, type Resource, type TFunction } from 'i18next'

/** The texts lie beside the bundle in production and in shared/ in the source tree. */
function localesFolder(): string {
  const bundled = fileURLToPath(new URL('./locales', import.meta.url))
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('../../../shared/locales', import.meta.url))
}

function readResources(namespaces: readonly string[]): Resource {
  const folder = localesFolder()
  const resources: Resource = Object.fromEntries(LANGUAGE_CODES.map((code) => [code, {}]))
  for (const namespace of namespaces) {
    for (const file of readdirSync(`${folder}/${namespace}`)) {
      const code = file.replace(/\.json$/, '')
      const texts = JSON.parse(readFileSync(`${folder}/${namespace}/${file}`, 'utf8'))
      resources[code] = { ...resources[code], [namespace]: texts }
    }
  }
  return resources
}

/** Texts of the given namespaces in a language of the 20; numbers in the language's own form. */
export interface Translator {
  in(language: Language, namespace: string): TFunction
}

export function loadTranslator(namespaces: readonly string[], detection: LanguageDetection): Translator {
  const instance: i18n = i18next.createInstance()
  void instance.init({
    resources: readResources(namespaces),
    ns: [...namespaces],
    defaultNS: false,
    fallbackLng: fallbackLanguages(detection),
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: TEXT_LIMITS },
  })
  instance.services.formatter?.add('number', (value, lng) =>
    new Intl.NumberFormat(languageOf(lng as Language).intl).format(value),
  )
  return { in: (language, namespace) => instance.getFixedT(language, namespace) }
}
