import { type HelpSlug, helpPath, helpSectionId } from '@scanleaf/shared'
import { z } from 'zod'
import { type Answer, isConfident } from '../../help'
import { link } from '../markdown'
import { type ToolContext, type ToolResult, tool } from './tool'

/** Length of the quote of a help page, in UTF-16 units. */
const MAX_QUOTED = 600
/** Of a section that a model gets, in UTF-16 units. */
const MAX_GIVEN = 1000
/** Sections and pages that are named beside an answer. */
const NEAREST = 3

/** A section of the help as a model gets it. */
export interface FoundSection {
  title: string
  /** Markdown. */
  text: string
  /** Its address. */
  link: string
}

export const searchHelp = tool({
  name: 'search_help',
  description: 'Finds sections of the help of the product that answer a question on how to use it.',
  schema: z.object({ question: z.string().max(500) }),
  run: async (context, { question }) => {
    const answers = context.help.answers(context.language, question)
    return sayAnswers(context, answers, isConfident(answers))
  },
})

/** The sections that are nearest to a question. */
export const findSections = (context: ToolContext, question: string): FoundSection[] =>
  sectionsOf(context, context.help.answers(context.language, question))

/**
 * The best of these sections with links to the nearest pages, or where it is not sure, the nearest questions alone.
 * @param isSure whether the first is the answer
 */
export function sayAnswers(context: ToolContext, answers: readonly Answer[], isSure: boolean): ToolResult {
  const t = context.translator.in(context.language, 'chat')
  const [best] = answers
  const data = { sections: sectionsOf(context, answers) }
  if (!best || !isSure) {
    const nearest = answers
      .slice(0, NEAREST)
      .map((answer) => link(answer.of.section.title, addressOf(context, answer)))
    const seeAlso = nearest.length > 0 ? [t('say.see-also', { pages: nearest.join(' · ') })] : []
    return { data, text: [t('say.unknown'), ...seeAlso].join('\n\n') }
  }
  const others = onePerPage(answers)
    .slice(1, NEAREST)
    .map(
      ({
        of: {
          page: { slug, title },
        },
      }) => link(title, pageAddress(context, slug)),
    )
  return {
    data,
    text: [
      shortened(withAddresses(context, best.of.section.text)),
      t('say.read-more', { page: link(best.of.page.title, addressOf(context, best)) }),
      ...(others.length > 0 ? [t('say.see-also', { pages: others.join(' · ') })] : []),
    ].join('\n\n'),
  }
}

/** A line that leads to a page of the help. */
export function readMore(context: ToolContext, slug: HelpSlug): string {
  const title = context.help.page(context.language, slug)?.title ?? slug
  const page = link(title, pageAddress(context, slug))
  return context.translator.in(context.language, 'chat')('say.read-more', { page })
}

const sectionsOf = (context: ToolContext, answers: readonly Answer[]): FoundSection[] =>
  answers.slice(0, NEAREST).map((answer) => ({
    title: answer.of.section.title,
    text: withAddresses(context, answer.of.section.text).slice(0, MAX_GIVEN),
    link: addressOf(context, answer),
  }))

const pageAddress = ({ codes: { appUrl }, language }: ToolContext, slug: HelpSlug): string =>
  `${appUrl}${helpPath(language, slug)}`

const addressOf = (context: ToolContext, { of: { page, section } }: Answer): string =>
  `${pageAddress(context, page.slug)}#${helpSectionId(page.sections.indexOf(section))}`

const onePerPage = (answers: readonly Answer[]): Answer[] =>
  answers.filter(({ of }, at) => answers.findIndex((other) => other.of.page === of.page) === at)

/** Pages of the help name each other by their slugs, which lead nowhere from a conversation. */
const withAddresses = (context: ToolContext, text: string): string =>
  text.replace(/\]\(([\w-]+)\)/g, (_, slug: HelpSlug) => `](${pageAddress(context, slug)})`)

/** The first paragraphs of a section, up to a bound; whole ones, so that no Markdown is cut. */
function shortened(text: string): string {
  const shown: string[] = []
  let length = 0
  for (const paragraph of text.split(/\n{2,}/)) {
    length += paragraph.length
    if (shown.length > 0 && length > MAX_QUOTED) break
    shown.push(paragraph)
  }
  return shown.join('\n\n')
}
