import { type Language, type LanguageDetection, languageOf } from '@scanleaf/shared'
import { loadTranslator } from '../../platform/i18n'
import { escapeHtml } from '../../platform/pages/html'
import { LOGO_SVG } from '../../platform/pages/logo'
import { PAGE_STYLE } from './page-style'
import { MAX_NOTE, REPORT_REASONS } from './report'

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
  | 'reported'

export interface Pages {
  notice(notice: Notice, language: Language): string
  /** Shows where a code leads, without going there; `key` leads to the form to report it. */
  preview(location: string, key: string, language: Language): string
  /** Asks what is wrong with a code. */
  reportForm(key: string, language: Language): string
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
    preview(location, key, language) {
      const t = texts(language)
      const href = escapeHtml(location)
      return page(
        language,
        t('preview.title'),
        `<h1>${escapeHtml(t('preview.title'))}</h1><p>${escapeHtml(t('preview.text'))}</p>` +
          `<bdi class="target" dir="ltr">${href}</bdi>` +
          `<a class="open" href="${href}" rel="noopener nofollow ugc">${escapeHtml(t('preview.open'))}</a><br>` +
          `<a class="quiet" href="${key}+report" rel="nofollow">${escapeHtml(t('preview.report'))}</a>`,
      )
    },
    reportForm(key, language) {
      const t = texts(language)
      const reasons = REPORT_REASONS.map(
        (reason) =>
          `<label><input type="radio" name="reason" value="${reason}" required>${escapeHtml(t(`report.reason.${reason}`))}</label>`,
      )
      return page(
        language,
        t('report.title'),
        `<h1>${escapeHtml(t('report.title'))}</h1><p>${escapeHtml(t('report.text'))}</p>` +
          `<form method="post" action="${key}+report"><fieldset><legend>${escapeHtml(t('report.reason'))}</legend>${reasons.join('')}</fieldset>` +
          `<label class="note" for="note">${escapeHtml(t('report.note'))}</label>` +
          `<textarea id="note" name="note" maxlength="${MAX_NOTE}"></textarea>` +
          `<button class="open">${escapeHtml(t('report.send'))}</button></form>`,
      )
    },
    movingOnTitle: (language) => texts(language)('moving-on.title'),
  }
}
