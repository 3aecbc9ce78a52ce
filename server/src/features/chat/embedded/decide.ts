import type { Language, LocalDate } from '@scanleaf/shared'
import { type Answers, conceptsIn, type Help, isSure, toolOf, without } from '../../help'
import type { ToolContext } from '../../tools'
import { markNames, possibleNames } from './names'
import { codeAskedFor, type Intent, isNamed, periodIn, speaksOfScans, understand } from './understand'

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

/** What is known of the person's codes. */
export interface OwnCodes {
  /** Whether a reference names one. */
  isCode(reference: string): Promise<boolean>
  /** The names among these texts, all as `foldText` writes them. */
  namesAmong(texts: readonly string[]): Promise<string[]>
}

/** Several codes are named where one is meant. */
interface Several {
  names: readonly string[]
}

/** A tool to run, sections of the help, or names between which to choose. */
export type Decision = Intent | Answers | Several

/** Tools that are about one code. */
const OF_ONE_CODE: ReadonlySet<string> = new Set([
  'show_scans',
  'check_scan',
  'retarget_code',
  'set_rules',
  'pause_code',
  'resume_code',
])

/**
 * What answers a message: a tool with its arguments, or a section of the help.
 *
 * A message that names a code, an address or days of scans is a request, and the person's own codes are known by their
 * names alone. So is one whose remaining words find a code that there is.
 * Anything else is a question, and goes to what people ask in such words: a tool, or a section of the help. A rule whose
 * words merely occur comes last, because "tạm tắt mã" is in a question about pausing as well as in a request.
 */
export async function decide(
  message: string,
  { help, language, today, codes: { codeHost }, readPlan }: Reading,
  ownCodes: OwnCodes,
): Promise<Decision> {
  const found = await ownCodes.namesAmong(possibleNames(message))
  const { message: marked, names } = markNames(message, found, { language, today })
  const intent = understand(marked, { language, codeHost, today })
  if (intent && names.length > 1 && OF_ONE_CODE.has(intent.tool)) return { names }
  if (intent && (isNamed(marked, codeHost, intent) || (await isRequest(intent, message, language, ownCodes))))
    return intent
  const ranked = without(
    await help.rank(language, message),
    (subject) =>
      (subject === 'tool:show_plan' && !readPlan) ||
      // "How many … today" is asked of much else.
      (subject === 'tool:show_scans' && !speaksOfScans(message, language)),
  )
  const answers = help.answers(language, ranked)
  if (!isSure(ranked)) return intent && mayBeMeant(intent, message, language) ? intent : answers
  const tool = toolOf(ranked[0]?.subject ?? '')
  if (tool === null) return answers
  const period = periodIn(message, language, today)
  if (tool === 'best_codes') return { tool, args: { ...period } }
  if (tool === 'show_scans') {
    const code = codeAskedFor(marked, language, codeHost)
    return { tool, args: { ...(code !== null && { code }), ...period } }
  }
  return tool === intent?.tool ? intent : { tool, args: {} }
}

/** The words that a rule took for a code; undefined when it takes none. */
function referenceOf({ tool, args }: Intent): string | undefined {
  const reference = args['code'] ?? (tool === 'find_codes' ? args['words'] : undefined)
  return typeof reference === 'string' ? reference : undefined
}

/**
 * Whether days are named by their date, or the words that are left find a code, or none are left of a short message:
 * then it is asked which is meant.
 */
async function isRequest(
  intent: Intent,
  message: string,
  language: Language,
  { isCode }: OwnCodes,
): Promise<boolean> {
  const reference = referenceOf(intent)
  if ('from' in intent.args) return true
  if (reference === undefined) return false
  // Who asks shortly for the scans of a code that there is not is told so; “statistics of the PDF” asks for the help.
  const isUnknown = intent.tool === 'show_scans' && conceptsIn(language, reference).length === 0
  const isPlain = reference === '' || isUnknown
  return (isPlain && message.length <= MAX_REQUEST) || (reference !== '' && isCode(reference))
}

/** What somebody complains of: then no list of codes is an answer. */
const TROUBLE: ReadonlySet<string> = new Set(['cannot', 'remove', 'doesNotScan', 'hardToScan', 'notCounted'])

/** Whether to follow a rule that nothing else speaks for: not for a change of what is not a code. */
function mayBeMeant(intent: Intent, message: string, language: Language): boolean {
  if (intent.tool === 'show_scans') return true
  if (message.length > MAX_REQUEST) return false
  if (intent.tool !== 'find_codes') return !referenceOf(intent)
  return !conceptsIn(language, message).some((concept) => TROUBLE.has(concept))
}
