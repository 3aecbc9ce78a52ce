import { HELP_QUESTION_MAX, HELP_SLUGS, type HelpHit, type Language } from '@scanleaf/shared'
import { type HelpPage, readPages } from './read-pages'
import { createSearch, type Search } from './search-index'

export interface Help {
  /** Best first; none when nothing of the question is in any page. */
  search(language: Language, question: string, limit?: number): HelpHit[]
  /** Null when there is no such page. */
  page(language: Language, slug: string): HelpPage | null
  /** Every page in its order. */
  list(language: Language): readonly HelpPage[]
}

/** The help pages; a language is read and indexed when it is asked for first. */
export function openHelp(): Help {
  const languages = new Map<Language, { pages: HelpPage[]; search: Search }>()

  function inLanguage(language: Language) {
    let known = languages.get(language)
    if (!known) {
      const pages = readPages(language)
      known = { pages, search: createSearch(language, pages) }
      languages.set(language, known)
    }
    return known
  }

  return {
    search: (language, question, limit = HELP_SLUGS.length) =>
      inLanguage(language).search(question.slice(0, HELP_QUESTION_MAX), limit),
    page: (language, slug) => inLanguage(language).pages.find((page) => page.slug === slug) ?? null,
    list: (language) => inLanguage(language).pages,
  }
}
