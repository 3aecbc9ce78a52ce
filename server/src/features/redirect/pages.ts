import {
  detectLanguage,
  isLanguage,
  type Language,
  type LanguageDetection,
  languageOf,
  matchAcceptLanguage,
} from '@scanleaf/shared'
import { loadTranslator } from '../../platform/i18n'
import { escapeHtml } from './html'
import { LOGO_SVG, PAGE_STYLE } from './page-style'

const NAMESPACE = 'redirect'

/** The pages that say something instead of leading somewhere. */
export type Notice =
  | 'home'
  | 'not-found'
  | 'paused'
  | 'unavailable'
  | 'too-many'
  | 'unknown-host'
  | 'wrong-method'

export interface Pages {
  notice(notice: Notice, language: Language): string
  /** Shows where a code leads, without going there. */
  preview(location: string, language: Language): string
  movingOnTitle(language: Language): string
}

export function createPages(appName: string, detection: LanguageDetection): Pages {
  const translator = loadTranslator([NAMESPACE], detection)
  const texts = (language: Language) => translator.in(language, NAMESPACE)
  const notices = new Map<string, string>()

  const page = (language: Language, title: string, content: string): string => {
    const { dir } = languageOf(language)
    return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head>
<body><main><div class="brand">${LOGO_SVG}<span>${escapeHtml(appName)}</span></div>${content}</main></body>
</html>
`
  }

  const render = (notice: Notice, language: Language): string => {
    const t = texts(language)
    const title = t(`${notice}.title`, { appName })
    const text = t(`${notice}.text`)
    return page(language, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`)
  }

  return {
    notice(notice, language) {
      const key = `${notice} ${language}`
      const html = notices.get(key) ?? render(notice, language)
      notices.set(key, html)
      return html
    },
    preview(location, language) {
      const t = texts(language)
      const href = escapeHtml(location)
      return page(
        language,
        t('preview.title'),
        `<h1>${escapeHtml(t('preview.title'))}</h1><p>${escapeHtml(t('preview.text'))}</p>` +
          `<bdi class="target" dir="ltr">${href}</bdi>` +
          `<a class="open" href="${href}" rel="noopener nofollow ugc">${escapeHtml(t('preview.open'))}</a>`,
      )
    },
    movingOnTitle: (language) => texts(language)('moving-on.title'),
  }
}

/** `lng` of the address, else what detection says of the visitor (docs/decisions: language). */
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
