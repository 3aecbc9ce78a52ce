import { HELP_QUESTION_MAX, HELP_SLUGS, type HelpHit, type Language } from '@scanleaf/shared'
import { type HelpPage, type HelpSection, readPages } from './read-pages'
import { createSearch, type Search } from './search-index'
import { type Example, Subjects } from './subjects'

/** From this likeness on an answer is given as such; below it the nearest pages are only offered. */
export const CONFIDENT = 0.3

/** What it adds to the likeness that the full-text search finds the same page first. */
const AGREEMENT = 0.05

/** The languages with most examples, which help all others. */
export const RICHEST: readonly Language[] = ['vi', 'en']

/** A section, with how alike the question is to what it answers, 0 to 1. */
export interface Answer {
  page: HelpPage
  section: HelpSection
  likeness: number
}

export interface Help {
  /** Best first; none when nothing of the question is in any page. */
  search(language: Language, question: string, limit?: number): HelpHit[]
  /** The sections that answer a question, best first. */
  answers(language: Language, question: string): Answer[]
  /** What each section answers, as people ask it. */
  questions(language: Language): string[][]
  /** Null when there is no such page. */
  page(language: Language, slug: string): HelpPage | null
  /** Every page in its order. */
  list(language: Language): readonly HelpPage[]
}

/** The help pages; a language is read and indexed when it is asked for first. */
export function openHelp(): Help {
  const languages = new Map<Language, { pages: HelpPage[]; search: Search; subjects: Subjects<Place> }>()

  function inLanguage(language: Language) {
    let known = languages.get(language)
    if (!known) {
      const pages = readPages(language)
      known = {
        pages,
        search: createSearch(language, pages),
        subjects: new Subjects(
          language,
          examplesOf(pages, placesOf(pages)),
          elsewhereOf(language, placesOf(pages)),
        ),
      }
      languages.set(language, known)
    }
    return known
  }

  return {
    search: (language, question, limit = HELP_SLUGS.length) =>
      inLanguage(language).search(question.slice(0, HELP_QUESTION_MAX), limit),
    answers: (language, question) => {
      const { subjects, search } = inLanguage(language)
      const asked = question.slice(0, HELP_QUESTION_MAX)
      const found = search(asked, 1)[0]?.slug
      return subjects
        .find(asked)
        .map(({ of, likeness }) => ({ ...of, likeness: likeness + (of.page.slug === found ? AGREEMENT : 0) }))
        .sort((one, other) => other.likeness - one.likeness)
    },
    questions: (language) => placesOf(inLanguage(language).pages).map(questionsOf),
    page: (language, slug) => inLanguage(language).pages.find((page) => page.slug === slug) ?? null,
    list: (language) => inLanguage(language).pages,
  }
}

type Place = Pick<Answer, 'page' | 'section'>

const placesOf = (pages: readonly HelpPage[]): Place[] =>
  pages.flatMap((page) => page.sections.map((section) => ({ page, section })))

/** The title of a section is a question, too; that of the page asks for its first section. */
const questionsOf = ({ page, section }: Place): string[] => [
  ...(section === page.sections[0] ? [page.title] : []),
  section.title,
  ...section.asked,
]

/** @param of the places that the sections of the pages answer, in the same order */
const examplesOf = (pages: readonly HelpPage[], of: readonly Place[]): Example<Place>[] =>
  placesOf(pages).flatMap((place, at) => questionsOf(place).map((text) => ({ of: of[at] ?? place, text })))

/** The sections are the same in all languages. */
const elsewhereOf = (language: Language, of: readonly Place[]) =>
  RICHEST.filter((other) => other !== language).flatMap((other) =>
    examplesOf(readPages(other), of).map((example) => ({ ...example, language: other })),
  )
