import { HELP_QUESTION_MAX, HELP_SLUGS, type HelpHit, type Language } from '@scanleaf/shared'
import { NONE, type Subject } from './questions'
import { type HelpPage, type HelpSection, readPages } from './read-pages'
import { createSearch, type Search } from './search-index'
import { type Ranked, rankSubjects } from './subjects'

/** From this probability on an answer is given as such; below it the nearest sections are only offered. */
const SURE = 0.7

/** A part of the help. */
export type Place = { page: HelpPage; section: HelpSection }

/** Sections that may answer a question, the likeliest first. */
export interface Answers {
  places: readonly Place[]
  /** Whether the first is the answer. */
  isSure: boolean
}

/** Whether the first subject is what was asked. */
export const isSure = ([first]: readonly Ranked[]): boolean =>
  first !== undefined && first.subject !== NONE && first.probability >= SURE

export interface Help {
  /** Best first; none when nothing of the question is in any page. */
  search(language: Language, question: string, limit?: number): HelpHit[]
  /** What a question is about, the likeliest first; none when nothing of it is known. */
  rank(language: Language, question: string): Promise<Ranked[]>
  /** The sections among ranked subjects. */
  answers(language: Language, ranked: readonly Ranked[]): Answers
  /** Null when there is no such page. */
  page(language: Language, slug: string): HelpPage | null
  /** Every page in its order. */
  list(language: Language): readonly HelpPage[]
}

/** The help pages; a language is read and indexed when it is first requested. */
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

  /** Null for a tool, and for none. */
  function placeOf(language: Language, subject: Subject): Place | null {
    const [slug, number] = subject.split('#')
    const page = inLanguage(language).pages.find((each) => each.slug === slug)
    const section = page?.sections[Number(number) - 1]
    return page && section ? { page, section } : null
  }

  return {
    search: (language, question, limit = HELP_SLUGS.length) =>
      inLanguage(language).search(question.slice(0, HELP_QUESTION_MAX), limit),
    rank: (language, question) => rankSubjects(language, question.slice(0, HELP_QUESTION_MAX)),
    answers: (language, ranked) => {
      const places = ranked.map(({ subject }) => placeOf(language, subject))
      return {
        places: places.filter((place) => place !== null),
        isSure: isSure(ranked) && places[0] !== null,
      }
    },
    page: (language, slug) => inLanguage(language).pages.find((page) => page.slug === slug) ?? null,
    list: (language) => inLanguage(language).pages,
  }
}
