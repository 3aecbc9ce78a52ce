import { readFileSync } from 'node:fs'
import { LANGUAGE_CODES, type Language } from '@scanleaf/shared'
import { openHelp } from '../../help'
import { decide, type OwnCodes } from './decide'

/**
 * Sets of questions in bench/assistant, a file for each language and a line for each question: what answers it, a tab,
 * the question. What answers it is `page#section` (sections are counted from 1), `tool:name` or `none`; several are
 * parted by `|`. Examples were written with `questions` in sight. A held-out set was written before anybody saw what is
 * answered to it, and none of its questions is an example.
 */
export const QUESTION_SETS = ['questions', 'held-out-1', 'held-out-2', 'held-out-3'] as const
export type QuestionSet = (typeof QUESTION_SETS)[number]

export type Verdict = 'right' | 'wrong' | 'declined'

export interface Asked {
  set: QuestionSet
  language: Language
  question: string
  expected: string
  answer: string
  verdict: Verdict
}

const help = openHelp()

/** Nobody has codes here, so no reference names one. */
const NO_CODES: OwnCodes = { isCode: async () => false, namesAmong: async () => [] }
const readPlan = async (): Promise<never> => {
  throw new Error('nobody has a plan here')
}

/** What answers a question: `page#section`, `tool:name` or `none`. */
export async function answerTo(language: Language, question: string): Promise<string> {
  const decision = await decide(
    question,
    { help, language, today: '2026-11-27', codes: { codeHost: 'https://codes.example' }, readPlan },
    NO_CODES,
  )
  if ('tool' in decision) return `tool:${decision.tool}`
  const [best] = 'places' in decision ? decision.places : []
  if (!best || !('isSure' in decision && decision.isSure)) return 'none'
  const { page, section } = best
  return `${page.slug}#${page.sections.indexOf(section) + 1}`
}

function judge(expected: readonly string[], answer: string): Verdict {
  if (expected.includes(answer)) return 'right'
  return answer === 'none' ? 'declined' : 'wrong'
}

/** The questions of a set, with what answers them. */
export const questionsOf = (set: QuestionSet): Pick<Asked, 'language' | 'question' | 'expected'>[] =>
  LANGUAGE_CODES.flatMap((language) => {
    const file = new URL(`../../../../../bench/assistant/${set}/${language}.tsv`, import.meta.url)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    return lines.map((line) => {
      const [expected = '', question = ''] = line.split('\t')
      return { language, question, expected }
    })
  })

/** Asks the embedded assistant all questions of a set. */
export async function askSet(set: QuestionSet): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const { language, question, expected } of questionsOf(set)) {
    const answer = await answerTo(language, question)
    const verdict = judge(expected.split('|'), answer)
    asked.push({ set, language, question, expected, answer, verdict })
  }
  return asked
}

/** How many of the questions have each verdict. */
export const countVerdicts = (asked: readonly Asked[]): Record<Verdict, number> => {
  const counts = { right: 0, wrong: 0, declined: 0 }
  for (const { verdict } of asked) counts[verdict]++
  return counts
}
