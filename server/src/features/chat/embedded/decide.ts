import type { Language } from '@scanleaf/shared'
import { CONFIDENT, type Example, type Help, RICHEST, Subjects } from '../../help'
import type { ToolContext } from '../tools/tool'
import { type AskedTool, TOOL_QUESTIONS } from './tool-questions'
import { type Intent, isNamed, periodIn, speaksOfScans, understand } from './understand'

const MAX_QUESTION = 500

interface Reading {
  help: Help
  language: Language
  codes: Pick<ToolContext['codes'], 'codeHost'>
  /** Null where nothing is sold. */
  readPlan: ToolContext['readPlan']
}

/**
 * What answers a message: a tool with its arguments.
 *
 * A message that names a code or an address is a request. So is one whose remaining words name a code that there is.
 * Anything else is a question, and goes to what people ask in such words: a tool, or a section of the help. A rule whose
 * words merely occur comes last, because "tạm tắt mã" is in a question about pausing as well as in a request.
 * @param isCode whether a reference names a code of the person
 */
export async function decide(
  message: string,
  { help, language, codes, readPlan }: Reading,
  isCode: (reference: string) => Promise<boolean>,
): Promise<Intent> {
  const intent = understand(message, language, codes.codeHost)
  if (intent && (isNamed(message, codes.codeHost) || (await isRequest(intent, isCode)))) return intent
  const question = message.slice(0, MAX_QUESTION)
  const [best] = subjectsOf(language, help).find(question)
  const [answer] = help.answers(language, question)
  const likeness = answer?.likeness ?? 0
  if (!best || typeof best.of === 'number' || best.likeness < Math.max(CONFIDENT, likeness))
    return likeness < CONFIDENT && intent ? intent : searching(question)
  if (best.of === 'show_plan' && !readPlan) return searching(question)
  // "How many … today" is asked of much else.
  if (best.of === 'show_scans' && !speaksOfScans(message, language)) return searching(question)
  if (best.of === 'show_scans' || best.of === 'best_codes') {
    const period = periodIn(message, language)
    return { tool: best.of, args: period ? { period } : {} }
  }
  return best.of === intent?.tool ? intent : { tool: best.of, args: {} }
}

const searching = (question: string): Intent => ({ tool: 'search_help', args: { question } })

/** Whether the words that are left name a code, or none are left: then it is asked which is meant. */
async function isRequest(
  { tool, args }: Intent,
  isCode: (reference: string) => Promise<boolean>,
): Promise<boolean> {
  const reference = args['code'] ?? (tool === 'find_codes' ? args['words'] : undefined)
  if (typeof reference !== 'string') return false
  return reference === '' || isCode(reference)
}

/** A tool, or a section of the help by its place. */
type Subject = AskedTool | number

const known = new Map<Language, Subjects<Subject>>()

/** What people ask the tools, and what they ask the help pages. */
function subjectsOf(language: Language, help: Help): Subjects<Subject> {
  const read = known.get(language)
  if (read) return read
  const elsewhere = RICHEST.filter((other) => other !== language)
  const subjects = new Subjects<Subject>(
    language,
    examplesOf(language, help),
    elsewhere.flatMap((other) => examplesOf(other, help).map((example) => ({ ...example, language: other }))),
  )
  known.set(language, subjects)
  return subjects
}

function examplesOf(language: Language, help: Help): Example<Subject>[] {
  const tools = Object.entries(TOOL_QUESTIONS[language]) as [AskedTool, string][]
  return [
    ...help.questions(language).flatMap((texts, of) => texts.map((text) => ({ of, text }))),
    ...tools.flatMap(([of, listed]) => listed.split('|').map((text) => ({ of, text }))),
  ]
}
