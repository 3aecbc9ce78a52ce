import { type HelpSlug, helpPath, helpSectionId } from '@scanleaf/shared'
import * as z from 'zod'
import { type Answers, type Place, toolOf, without } from '../help'
import { link } from './markdown'
import { type ToolContext, type ToolResult, tool } from './tool'

/** Length of the quote of a help page, in UTF-16 units. */
const MAX_QUOTED = 600
/** Of a section that a model gets, in UTF-16 units. */
const MAX_GIVEN = 1000
/** Sections and pages linked with an answer. */
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
  needs: null,
  description: 'Finds sections of the help of the product that answer a question on how to use it.',
  schema: z.object({ question: z.string().max(500) }),
  run: async (context, { question }) => sayAnswers(context, await answersTo(context, question)),
})

/** Sections only: this is a tool itself. */
async function answersTo({ help, language }: ToolContext, question: string): Promise<Answers> {
  const ranked = await help.rank(language, question)
  return help.answers(
    language,
    without(ranked, (subject) => toolOf(subject) !== null),
  )
}

/** The sections that are nearest to a question. */
export const findSections = async (context: ToolContext, question: string): Promise<FoundSection[]> =>
  sectionsOf(context, (await answersTo(context, question)).places)

/** The best of these sections with links to the nearest pages, or where it is not sure, the nearest questions alone. */
export function sayAnswers(context: ToolContext, { places, isSure }: Answers): ToolResult {
  const t = context.translator.in(context.language, 'chat')
  const [best] = places
  const data = { sections: sectionsOf(context, places) }
  if (!best || !isSure) {
    const nearest = places
      .slice(0, NEAREST)
      .map((place) => link(place.section.title, addressOf(context, place)))
    const seeAlso = nearest.length > 0 ? [t('say.see-also', { pages: nearest.join(' · ') })] : []
    return { data, text: [t('say.unknown'), ...seeAlso].join('\n\n') }
  }
  const others = onePerPage(places)
    .slice(1, NEAREST)
    .map(({ page: { slug, title } }) => link(title, pageAddress(context, slug)))
  return {
    data,
    text: [
      shortened(withAddresses(context, best.section.text)),
      t('say.read-more', { page: link(best.page.title, addressOf(context, best)) }),
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

const sectionsOf = (context: ToolContext, places: readonly Place[]): FoundSection[] =>
  places.slice(0, NEAREST).map((place) => ({
    title: place.section.title,
    text: withAddresses(context, place.section.text).slice(0, MAX_GIVEN),
    link: addressOf(context, place),
  }))

const pageAddress = ({ codes: { appUrl }, language }: ToolContext, slug: HelpSlug): string =>
  `${appUrl}${helpPath(language, slug)}`

const addressOf = (context: ToolContext, { page, section }: Place): string =>
  `${pageAddress(context, page.slug)}#${helpSectionId(page.sections.indexOf(section))}`

const onePerPage = (places: readonly Place[]): Place[] =>
  places.filter(({ page }, at) => places.findIndex((other) => other.page === page) === at)

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
