import { domainToUnicode } from 'node:url'
import {
  type Language,
  type LanguageDetection,
  languageOf,
  MAX_LINK_PASSWORD,
  MAX_NOTE,
  REPORT_REASONS,
} from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { loadTranslator } from '../../../platform/i18n'
import { escapeHtml, LOGO_SVG } from '../../../platform/pages/html'
import { REPORT_SCRIPT } from '../reports/report-script'
import type { OpenForm } from '../reports/submit-report'
import type { MovingOn } from './analytics-page'
import { PAGE_STYLE } from './page-style'
import { formQuery } from './passed-query'
import { type PreviewPlaces, placesList } from './preview-places'

const NAMESPACE = 'redirect'
/** Of what the rules of a code say. */
const RULES_NAMESPACE = 'link-rules'

/** The pages that say something instead of leading somewhere. */
export type VisitorPage =
  | 'home'
  | 'not-found'
  | 'paused'
  | 'unpublished'
  | 'taken-down'
  | 'unavailable'
  | 'too-many'
  | 'wrong-passwords'
  | 'unknown-host'
  | 'wrong-method'
  | 'reported'

/** What the page that asks for a password says of its code. */
export interface AskPage {
  path: string
  /** What of the query of the scan is handed on. */
  passed: string
  /** Of the outcome. */
  number: number
  /** The visitor went on past a warning. */
  isWarned: boolean
  problem: 'wrong' | 'foreign' | null
}

interface PreviewedCode {
  /** Where this visitor gets; null for an end, or where a password comes first. */
  location: string | null
  isEnd: boolean
  isReported: boolean
  passed: string
  several: PreviewPlaces | null
}

export interface Pages {
  visitorPage(name: VisitorPage, language: Language): string
  /**
   * Shows where a code leads, without going there, and whether a scan is reported to Google, which its button does not
   * do; `path` is that of the code on this host. Without a location a password comes first, which opens it. `passed` is
   * what of the query is handed on, `several` all places of a code with rules.
   */
  preview(code: PreviewedCode, path: string, language: Language): string
  /** As the preview, with why one should not go there; on only by a form, to `onward`. `report` is its form for a report. */
  warning(
    code: { location: string | null; why: 'listed' | 'reported'; onward: string; report: string },
    language: Language,
  ): string
  /** A rule of the owner says that it is over, in the owner's words where there are some. */
  ended(text: string, language: Language): string
  /** Asks for the password of a link; its form goes to `{path}+open`. */
  ask(code: AskPage, language: Language): string
  /** The report form of a code. */
  reportForm(path: string, form: OpenForm, language: Language): string
  /** A report that did not come from the form, or too late: leads back to it. */
  reportAgain(path: string, language: Language): string
  movingOn(language: Language): MovingOn
}

/** An address as text, or that a password comes before it; a host in other letters also as they are read, because both can deceive. */
function whereTo(location: string | null, t: TFunction): string {
  if (location === null) return `<p>${escapeHtml(t('preview.ask'))}</p>`
  const { hostname } = new URL(location)
  const readable = domainToUnicode(hostname)
  const target = `<bdi class="target" dir="ltr">${escapeHtml(location)}</bdi>`
  if (readable === hostname || readable === '') return target
  return `${target}<p>${escapeHtml(t('preview.readable'))} <bdi dir="ltr">${escapeHtml(readable)}</bdi></p>`
}

/** A field that its script fills in. */
const proofField = (challenge: string, t: TFunction): string =>
  `<input type="hidden" name="proof" data-challenge="${challenge}">` +
  `<noscript><p>${escapeHtml(t('report.no-script'))}</p></noscript><script>${REPORT_SCRIPT}</script>`

/** The host's name and logo. */
export interface Brand {
  appName: string
  /** A `data:` URL, since these pages load nothing; null: the product's own. */
  logo: string | null
}

/** @param brand as it is now: it may change */
export function createPages(brand: () => Brand, privacyUrl: string, detection: LanguageDetection): Pages {
  const translator = loadTranslator([NAMESPACE, RULES_NAMESPACE], detection)
  const texts = (language: Language) => translator.in(language, NAMESPACE)
  let rendered = new Map<string, string>()
  let renderedFor = brand()
  const mark = () => {
    const { logo } = brand()
    return logo === null ? LOGO_SVG : `<img src="${escapeHtml(logo)}" alt="">`
  }

  const page = (language: Language, title: string, content: string): string => {
    const { dir } = languageOf(language)
    return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head>
<body><main><div class="brand">${mark()}<span>${escapeHtml(brand().appName)}</span></div>${content}</main></body>
</html>
`
  }

  const privacyLink = (t: TFunction): string =>
    `<a class="quiet" href="${escapeHtml(privacyUrl)}">${escapeHtml(t('privacy'))}</a>`

  const render = (name: VisitorPage, language: Language): string => {
    const t = texts(language)
    const title = t(`${name}.title`, { appName: brand().appName })
    const text = t(`${name}.text`)
    return page(language, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`)
  }

  return {
    visitorPage(name, language) {
      if (renderedFor !== brand()) {
        rendered = new Map()
        renderedFor = brand()
      }
      const key = `${name} ${language}`
      const html = rendered.get(key) ?? render(name, language)
      rendered.set(key, html)
      return html
    },
    preview({ location, isEnd, isReported, passed, several }, path, language) {
      const t = texts(language)
      const href = escapeHtml(location ?? (passed === '' ? path : `${path}?${passed}`))
      return page(
        language,
        t('preview.title'),
        `<h1>${escapeHtml(t('preview.title'))}</h1>` +
          (several
            ? `<p>${escapeHtml(t('preview.several'))}</p>${placesList(several, t, language)}`
            : (location === null ? '' : `<p>${escapeHtml(t('preview.text'))}</p>`) + whereTo(location, t)) +
          (isReported ? `<p>${escapeHtml(t('preview.analytics'))} ${privacyLink(t)}</p>` : '') +
          (isEnd
            ? ''
            : `<a class="open" href="${href}" rel="noopener nofollow ugc">${escapeHtml(t(location === null ? 'ask.enter' : 'preview.open'))}</a><br>`) +
          `<a class="quiet" href="${path}+report" rel="nofollow">${escapeHtml(t('preview.report'))}</a>`,
      )
    },
    warning({ location, why, onward, report }, language) {
      const t = texts(language)
      return page(
        language,
        t('warning.title'),
        `<h1 class="warning">${escapeHtml(t('warning.title'))}</h1><p>${escapeHtml(t(`warning.${why}`))}</p>` +
          whereTo(location, t) +
          `<p>${escapeHtml(t('warning.advice'))}</p>` +
          `<form method="post" action="${escapeHtml(onward)}"><button class="go-on">${escapeHtml(t('warning.go-on'))}</button></form>` +
          `<a class="quiet" href="${escapeHtml(report)}" rel="nofollow">${escapeHtml(t('preview.report'))}</a>`,
      )
    },
    ended(text, language) {
      const t = texts(language)
      const title = escapeHtml(t('ended.title'))
      const words = text === '' ? escapeHtml(t('ended.text')) : escapeHtml(text).replaceAll('\n', '<br>')
      return page(language, t('ended.title'), `<h1>${title}</h1><p dir="auto">${words}</p>`)
    },
    ask({ path, passed, number, isWarned, problem }, language) {
      const t = texts(language)
      const title = escapeHtml(t('ask.title'))
      const alert =
        problem &&
        `<p class="wrong" id="wrong" role="alert">${escapeHtml(t(problem === 'wrong' ? 'ask.wrong' : 'ask.foreign'))}</p>`
      return page(
        language,
        t('ask.title'),
        `<h1>${title}</h1><p>${escapeHtml(t('ask.text'))}</p>` +
          `<form method="post" action="${escapeHtml(`${path}+open${formQuery(null, passed)}`)}"><input type="hidden" name="n" value="${number}">` +
          (isWarned ? '<input type="hidden" name="warned" value="1">' : '') +
          `<label class="note" for="password">${escapeHtml(t('ask.label'))}</label>` +
          `<input type="password" id="password" name="password" required maxlength="${MAX_LINK_PASSWORD}" autocomplete="off" autofocus${alert ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>` +
          (alert ?? '') +
          `<button class="open">${escapeHtml(t('preview.open'))}</button></form>` +
          `<a class="quiet" href="${path}+report" rel="nofollow">${escapeHtml(t('preview.report'))}</a>`,
      )
    },
    reportForm(path, { token, challenge }, language) {
      const t = texts(language)
      const reasons = REPORT_REASONS.map(
        (reason) =>
          `<label><input type="radio" name="reason" value="${reason}" required>${escapeHtml(t(`report.reason.${reason}`))}</label>`,
      )
      return page(
        language,
        t('report.title'),
        `<h1>${escapeHtml(t('report.title'))}</h1><p>${escapeHtml(t('report.text'))}</p>` +
          `<form method="post" action="${path}+report"><input type="hidden" name="token" value="${token}"><fieldset><legend>${escapeHtml(t('report.reason'))}</legend>${reasons.join('')}</fieldset>` +
          `<label class="note" for="note">${escapeHtml(t('report.note'))}</label>` +
          `<textarea id="note" name="note" maxlength="${MAX_NOTE}"></textarea>` +
          (challenge === null ? '' : proofField(challenge, t)) +
          `<button class="open">${escapeHtml(t('report.send'))}</button></form>`,
      )
    },
    reportAgain(path, language) {
      const t = texts(language)
      return page(
        language,
        t('report-again.title'),
        `<h1>${escapeHtml(t('report-again.title'))}</h1><p>${escapeHtml(t('report-again.text'))}</p>` +
          `<a class="open" href="${path}+report" rel="nofollow">${escapeHtml(t('report-again.open'))}</a>`,
      )
    },
    movingOn(language) {
      const t = texts(language)
      return { title: t('moving-on.title'), privacyTitle: t('privacy'), privacyUrl }
    },
  }
}
