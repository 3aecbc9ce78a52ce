import { domainToUnicode } from 'node:url'
import { conditionWords, type Language, RULE_CONDITIONS, type RuleConditions } from '@scanleaf/shared'
import { parseJson } from '@scanleaf/shared/json'
import type { TFunction } from 'i18next'
import { escapeHtml } from '../../../platform/pages/html'
import type { ReachableTarget, TargetRules } from '../targets/target'

/** Somewhere that a code with rules leads to. */
interface PreviewPlace {
  /** Null: where all others get. */
  when: RuleConditions | null
  /** None for an end, and for what is behind a password. */
  links: string[]
  /** The owner’s words about an end; empty for ours. */
  end?: string
  asks: boolean
  /** The visitor gets there now. */
  isNow: boolean
}

export interface PreviewPlaces {
  zone: string
  places: PreviewPlace[]
}

/**
 * Where a code leads by its rules, from the top; null where that is one place. What comes after a rule for everybody is never reached,
 * and a link that is behind a password anywhere is not told.
 * @param chosen for this visitor
 */
export function previewPlaces(found: ReachableTarget, chosen: ReachableTarget): PreviewPlaces | null {
  if (found.rules === null) return null
  const { zone, rules } = parseJson(found.rules) as TargetRules
  if (rules.length === 0) return null
  const secret = new Set(rules.flatMap(({ outcome }) => ('ask' in outcome ? [outcome.ask.url] : [])))
  const n = chosen.outcome?.n ?? 0
  const places = rules.map(({ when, outcome }): PreviewPlace => {
    if ('end' in outcome)
      return { when, links: [], end: outcome.end.text, asks: false, isNow: outcome.end.n === n }
    if ('ask' in outcome) return { when, links: [], asks: true, isNow: outcome.ask.n === n }
    const links = 'split' in outcome ? outcome.split : [outcome.to]
    return {
      when,
      ...told(
        links.map(({ url }) => url),
        secret,
      ),
      isNow: links.some((link) => link.n === n),
    }
  })
  const own = { when: null, ...told([found.location], secret), isNow: n === 0 }
  const forAll = places.findIndex(({ when }) => when && Object.keys(when).length === 0)
  const reached = forAll < 0 ? [...places, own] : places.slice(0, forAll + 1)
  const isOne = reached.length === 1 && (reached[0]?.links.length ?? 0) <= 1
  return isOne ? null : { zone, places: reached }
}

function told(links: readonly string[], secret: ReadonlySet<string>): Pick<PreviewPlace, 'links' | 'asks'> {
  const open = links.filter((url) => !secret.has(url))
  return { links: open, asks: open.length < links.length }
}

/** @param texts of both namespaces, by whole keys */
export function placesList({ zone, places }: PreviewPlaces, t: TFunction, language: Language): string {
  const { conditionText } = conditionWords((key, values = {}) => t(key, values), language)
  const whenText = (when: RuleConditions): string => {
    const texts = RULE_CONDITIONS.filter((condition) => when[condition] !== undefined)
    return texts.length === 0
      ? t('link-rules:always')
      : // Not as a list in words: a condition may be one itself.
        texts.map((condition) => conditionText(condition, when)).join(' · ')
  }
  const items = places.map(({ when, links, end, asks, isNow }) => {
    const whom = escapeHtml(when ? whenText(when) : t('redirect:preview.others'))
    const now = isNow ? ` · <b>${escapeHtml(t('redirect:preview.now'))}</b>` : ''
    const lines = [
      ...links.map(linkLine),
      ...(asks ? [escapeHtml(t('redirect:preview.password'))] : []),
      ...(end === undefined ? [] : [escapeHtml(t('link-rules:end.page'))]),
      ...(end ? [`<bdi>${escapeHtml(end).replaceAll('\n', '<br>')}</bdi>`] : []),
    ]
    return `<li${isNow ? ' class="now"' : ''}><small>${whom}${now}</small>${lines.map((line) => `<div>${line}</div>`).join('')}</li>`
  })
  const timed = places.some(({ when }) => when && TIMES.some((condition) => when[condition] !== undefined))
  const zoneLine = timed
    ? `<p>${escapeHtml(t('link-rules:zone'))}: <bdi dir="ltr">${escapeHtml(zone)}</bdi></p>`
    : ''
  return `<ol class="places">${items.join('')}</ol>${zoneLine}`
}

const TIMES = ['from', 'until', 'days', 'hours'] as const

/** A host in other letters also as it is read: both can deceive. */
function linkLine(url: string): string {
  const { hostname } = new URL(url)
  const readable = domainToUnicode(hostname)
  const link = `<bdi class="place" dir="ltr">${escapeHtml(url)}</bdi>`
  return readable === hostname || readable === ''
    ? link
    : `${link} <bdi dir="ltr">(${escapeHtml(readable)})</bdi>`
}
