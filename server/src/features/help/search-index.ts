import type { HelpHit, Language } from '@scanleaf/shared'
import MiniSearch from 'minisearch'
import type { HelpPage } from './read-pages'
import { wordsOf } from './words'

/** A page as a whole, or one section of it; a hit of either counts for the page. */
interface Entry {
  /** `{page}` or `{page}.{section}`, by their places. */
  id: string
  title: string
  words: string
  text: string
}

/** Words as short as this only match whole: as a prefix they would match half the language. */
const MAX_EXACT = 2
/** Slips of the finger that are forgiven, by the length of the word: below the first it could be another word. */
const SLIPS = [
  { length: 7, slips: 2 },
  { length: 5, slips: 1 },
]
/** Different words of a question that are looked for: a longer one only costs more. */
const MAX_WORDS = 24
/** Share of the best score: below this a page shares a word with the question by chance. */
const WORTH_SHOWING = 0.1

export type Search = (question: string, limit: number) => HelpHit[]

/** Full-text search over the pages of one language: words, beginnings of words, small slips. */
export function createSearch(language: Language, pages: readonly HelpPage[]): Search {
  const index = new MiniSearch<Entry>({
    fields: ['title', 'words', 'text'],
    tokenize: (text) => wordsOf(language, text),
    processTerm: (term) => term,
    searchOptions: {
      tokenize: (question) => [...new Set(wordsOf(language, question))].slice(0, MAX_WORDS),
      boost: { title: 3, words: 3 },
      prefix: (term) => term.length > MAX_EXACT,
      fuzzy: (term) => SLIPS.find(({ length }) => term.length >= length)?.slips ?? false,
      weights: { prefix: 0.4, fuzzy: 0.2 },
    },
  })
  index.addAll(pages.flatMap(entriesOf))

  return (question, limit) => {
    const found = pages.map(() => ({ own: 0, section: 0, best: null as number | null }))
    for (const { id, score } of index.search(question)) {
      const [page = 0, section] = String(id).split('.').map(Number)
      const sums = found[page]
      if (!sums) continue
      if (section === undefined) sums.own = score
      else if (score > sums.section) Object.assign(sums, { section: score, best: section })
    }
    const hits = found
      .flatMap(({ own, section, best }, page) => hitOf(pages[page], best, own + section))
      .sort((one, other) => other.score - one.score)
    const least = (hits[0]?.score ?? 0) * WORTH_SHOWING
    return hits.filter(({ score }) => score > 0 && score >= least).slice(0, limit)
  }
}

function entriesOf(page: HelpPage, number: number): Entry[] {
  const { title, summary, words, sections } = page
  return [
    { id: `${number}`, title, words, text: summary },
    ...sections.map((section, index) => ({
      id: `${number}.${index}`,
      title: section.title,
      words: '',
      text: section.text,
    })),
  ]
}

function hitOf(page: HelpPage | undefined, section: number | null, score: number): HelpHit[] {
  if (!page) return []
  const { slug, title, summary, sections } = page
  const found = section === null ? undefined : sections[section]
  return [{ slug, title, summary, ...(found && { section: found }), score }]
}
