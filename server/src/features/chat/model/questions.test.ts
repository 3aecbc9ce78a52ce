import { afterAll, expect, test } from 'vitest'
import { loadTranslator } from '../../../platform/i18n'
import { testApp } from '../../../testing/app'
import { questionsOf } from '../embedded/testing'
import { chatOf, type ModelCall, startModelSimulator } from '../testing'

const model = await startModelSimulator()
const given = testApp({ BILLING: 'off', ...model.settings })
afterAll(() => model.close())

const MINUTE_MS = 60_000
/** How many of the questions are enough. */
const EVERY = 2
/** Each such reply of the stand-in names no source. */
const FORGETS = 7

interface Section {
  title: string
  text: string
  link: string
}

/** The sections of the help that the model was given. */
const sectionsIn = ({ messages }: ModelCall): Section[] =>
  JSON.parse(messages[0]?.content.split('Sections of the help:\n').at(-1) ?? '[]') as Section[]

const lettersOf = (text: string): Set<string> => {
  const plain = text.toLowerCase()
  return new Set(Array.from({ length: plain.length - 2 }, (_, at) => plain.slice(at, at + 3)))
}

/** A reader without knowledge of the product: the section that shares most letters with the question. */
function mostAlike(sections: readonly Section[], question: string): Section | undefined {
  const asked = lettersOf(question)
  const shared = ({ title, text }: Section) =>
    [...lettersOf(`${title} ${text}`)].filter((letters) => asked.has(letters)).length
  return [...sections].sort((one, other) => shared(other) - shared(one))[0]
}

/** Whether an address is that of a subject, `page#section`. */
const isOf = (address: string, subject: string): boolean => {
  const { pathname, hash } = new URL(address)
  return `${pathname.split('/').at(-1)}${hash.replace('section-', '')}` === subject
}

test('asked the held-out questions, a model is given the section that answers, and none of its answers is without a source', async () => {
  const asked = questionsOf('held-out-2').filter(
    ({ expected }, at) => at % EVERY === 0 && expected.includes('#'),
  )
  const person = await given.signedIn()
  const translator = loadTranslator(['chat'], 'browser')
  let found = 0
  for (const [at, { language, question, expected }] of asked.entries()) {
    const isForgotten = at % FORGETS === 0
    let links: string[] = []
    model.play((call) => {
      const sections = sectionsIn(call)
      links = sections.map(({ link }) => link)
      const { title, link } = mostAlike(sections, question) ?? {}
      return { text: isForgotten ? `${title}` : `${title}: ${link}` }
    })
    const { message } = await chatOf(given, person, language).ask(question)
    given.clock.advance(MINUTE_MS)
    if (links.some((link) => expected.split('|').some((subject) => isOf(link, subject)))) found += 1
    if (isForgotten)
      expect(message.split('\n')[0], question).toBe(translator.in(language, 'chat')('say.fallback'))
    else expect(links, question).toContain(message.split(': ').at(-1))
  }
  expect((100 * found) / asked.length).toBeGreaterThanOrEqual(85)
})
