import {
  detectLanguage,
  isLanguage,
  type Language,
  type LanguageDetection,
  matchAcceptLanguage,
} from '@scanleaf/shared'

/** `lng` of the address, else what detection says of the visitor (rulings §2). */
export function visitorLanguage(
  requestTarget: string,
  acceptLanguage: string | undefined,
  detection: LanguageDetection,
  country: () => string | null,
): Language {
  const lng = new URLSearchParams(requestTarget.split('?')[1] ?? '').get('lng')
  if (isLanguage(lng)) return lng
  const fromBrowser = detection === 'browser' ? matchAcceptLanguage(acceptLanguage) : null
  return fromBrowser ?? detectLanguage(detection, { browserLanguages: [], country: country() })
}
