import type { Language, LocalDate } from '@scanleaf/shared'
import { type Answers, type Help, isSure, toolOf, without } from '../../help'
import type { ToolContext } from '../tools/tool'
import { type Intent, isNamed, periodIn, speaksOfScans, understand } from './understand'

/** A longer message explains something: it is a question. In UTF-16 units. */
const MAX_REQUEST = 40

interface Reading {
  help: Help
  language: Language
  today: LocalDate
  codes: Pick<ToolContext['codes'], 'codeHost'>
  /** Null where nothing is sold. */
  readPlan: ToolContext['readPlan']
}

/** A tool to run, or sections of the help. */
export type Decision = Intent | Answers

/**
 * What answers a message: a tool with its arguments, or a section of the help.
 *
 * A message that names a code, an address or days of scans is a request. So is one whose remaining words name a code
 * that there is.
 * Anything else is a question, and goes to what people ask in such words: a tool, or a section of the help. A rule whose
 * words merely occur comes last, because "tạm tắt mã" is in a question about pausing as well as in a request.
 * @param isCode whether a reference names a code of the person
 */
export async function decide(
  message: string,
  { help, language, today, codes, readPlan }: Reading,
  isCode: (reference: string) => Promise<boolean>,
): Promise<Decision> {
  const intent = understand(message, { language, codeHost: codes.codeHost, today })
  if (intent && (isNamed(message, codes.codeHost, intent) || (await isRequest(intent, message, isCode))))
    return intent
  const found = await help.rank(language, message)
  const ranked = without(
    found,
    (subject) =>
      (subject === 'tool:show_plan' && !readPlan) ||
      // "How many … today" is asked of much else.
      (subject === 'tool:show_scans' && !speaksOfScans(message, language)),
  )
  const answers = help.answers(language, ranked)
  if (!isSure(ranked)) return intent && mayBeMeant(intent, message) ? intent : answers
  const tool = toolOf(ranked[0]?.subject ?? '')
  if (tool === null) return answers
  if (tool === 'show_scans' || tool === 'best_codes') {
    return { tool, args: { ...periodIn(message, language, today) } }
  }
  return tool === intent?.tool ? intent : { tool, args: {} }
}

/** The words that a rule took for a code; undefined when it takes none. */
function referenceOf({ tool, args }: Intent): string | undefined {
  const reference = args['code'] ?? (tool === 'find_codes' ? args['words'] : undefined)
  return typeof reference === 'string' ? reference : undefined
}

/**
 * Whether days are named by their date, or the words that are left name a code, or none are left of a short message:
 * then it is asked which is meant.
 */
async function isRequest(
  intent: Intent,
  message: string,
  isCode: (reference: string) => Promise<boolean>,
): Promise<boolean> {
  const reference = referenceOf(intent)
  if (reference === undefined) return 'from' in intent.args
  return reference === '' ? message.length <= MAX_REQUEST : isCode(reference)
}

/** Whether to follow a rule that nothing else speaks for: not for a change of what is no code. */
const mayBeMeant = (intent: Intent, message: string): boolean =>
  message.length <= MAX_REQUEST && (intent.tool === 'find_codes' || !referenceOf(intent))
