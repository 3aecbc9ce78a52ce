import { type Language, type OwnerText, ownerTextFor, type Page } from '@scanleaf/shared'
import { itemsOf } from './live-values'

/** What two pages say of one thing; null where one does not have it. */
export interface Difference {
  name: string
  now: string | null
  before: string | null
}

/** How an earlier page differs from what visitors see, in the owner's words: its name, and its menu's items with their prices. */
export function differencesOf(now: Page, before: Page): Difference[] {
  const [language = 'vi'] = now.languages
  const names = [now, before].map(({ name }) => say(name, language, now.languages)) as [string, string]
  const items = new Map<string, { name: string; now: string | null; before: string | null }>()
  for (const { id, name, price } of itemsOf(now))
    items.set(id, { name: say(name, language, now.languages), now: price ?? '…', before: null })
  for (const { id, name, price } of itemsOf(before)) {
    const known = items.get(id) ?? { name: say(name, language, before.languages), now: null }
    items.set(id, { ...known, before: price ?? '…' })
  }
  return [
    ...(names[0] === names[1] ? [] : [{ name: names[0], now: names[0], before: names[1] }]),
    ...[...items.values()].filter((each) => each.now !== each.before),
  ]
}

const say = (texts: OwnerText, language: Language, languages: readonly Language[]): string =>
  ownerTextFor(texts, language, languages)?.text ?? ''
