import { HELP_QUESTION_MAX, HELP_SLUGS, type HelpHit, type Language } from '@scanleaf/shared'
import { type HelpPage, type HelpSection, readPages } from './read-pages'
import { createSearch, type Search } from './search-index'
import { type Example, Subjects } from './subjects'

/** From this likeness on an answer is given as such; below it the nearest pages are only offered. */
const CONFIDENT = 0.35
/** So much more than the next one: of two that are as likely, either may be wrong. */
const AHEAD = 0.05

/** The languages with most examples, which help all others. */
export const RICHEST: readonly Language[] = ['vi', 'en']

/** A part of the help. */
export type Place = { page: HelpPage; section: HelpSection }

/** A section, with how alike the question is to what it answers, 0 to 1. */
export interface Answer {
  of: Place
  likeness: number
}

/** Whether the first may be given as the answer. */
export const isConfident = ([first, second]: readonly { likeness: number }[]): boolean =>
  first !== undefined && first.likeness >= CONFIDENT && first.likeness - (second?.likeness ?? 0) >= AHEAD

export interface Help {
  /** Best first; none when nothing of the question is in any page. */
  search(language: Language, question: string, limit?: number): HelpHit[]
  /** The sections that answer a question, best first. */
  answers(language: Language, question: string): Answer[]
  /** What people ask each section in a language, for the sections of the pages in another one. */
  examples(language: Language, asked: Language): Example<Place>[]
  /** Null when there is no such page. */
  page(language: Language, slug: string): HelpPage | null
  /** Every page in its order. */
  list(language: Language): readonly HelpPage[]
}

/** The help pages; a language is read and indexed when it is asked for first. */
export function openHelp(): Help {
  const languages = new Map<Language, { pages: HelpPage[]; places: Place[]; search: Search }>()
  const subjects = new Map<Language, Subjects<Place>>()

  function inLanguage(language: Language) {
    let known = languages.get(language)
    if (!known) {
      const pages = readPages(language)
      known = { pages, places: placesOf(pages), search: createSearch(language, pages) }
      languages.set(language, known)
    }
    return known
  }

  /** The sections are the same in all languages. */
  function examples(language: Language, asked: Language): Example<Place>[] {
    const { places } = inLanguage(language)
    return inLanguage(asked).places.flatMap((place, at) =>
      questionsOf(place).map((text) => ({ of: places[at] ?? place, text })),
    )
  }

  function subjectsIn(language: Language): Subjects<Place> {
    const known = subjects.get(language)
    if (known) return known
    const read = Subjects.of(language, RICHEST, (asked) => examples(language, asked))
    subjects.set(language, read)
    return read
  }

  return {
    search: (language, question, limit = HELP_SLUGS.length) =>
      inLanguage(language).search(question.slice(0, HELP_QUESTION_MAX), limit),
    answers: (language, question) => subjectsIn(language).find(question.slice(0, HELP_QUESTION_MAX)),
    examples,
    page: (language, slug) => inLanguage(language).pages.find((page) => page.slug === slug) ?? null,
    list: (language) => inLanguage(language).pages,
  }
}

const placesOf = (pages: readonly HelpPage[]): Place[] =>
  pages.flatMap((page) => page.sections.map((section) => ({ page, section })))

/** The title of a section is a question, too. */
const questionsOf = ({ section }: Place): string[] => [section.title, ...section.asked]
