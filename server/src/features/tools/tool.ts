import {
  type Capability,
  type ChatActionKind,
  type ChatChange,
  type Language,
  type LocalDate,
  localDateAt,
  type Subscription,
} from '@scanleaf/shared'
import type * as z from 'zod'
import type { Clock } from '../../platform/clock'
import type { Acting } from '../../platform/http/acting'
import type { Translator } from '../../platform/i18n'
import type { InvoiceSummary } from '../billing'
import type { Help } from '../help'
import type { Addresses, UserCodeContext } from '../user-codes'

/** A proposed change; it is stored, and carried out by a person's click. */
export interface Proposal {
  kind: ChatActionKind
  /** Null for a code that is to be made. */
  codeId: string | null
  changes: ChatChange[]
}

/** Reads an own invoice; the newest when `number` is null. */
export type ReadInvoice = (of: {
  userId: string
  number: string | null
  language: Language
}) => Promise<InvoiceSummary | null>

/** Reads the plan of a user, with what is used of it. */
export type ReadPlan = (of: { userId: string; language: Language }) => Promise<Subscription>

export interface ToolContext {
  codes: UserCodeContext & Addresses
  clock: Clock
  help: Help
  /** Null with BILLING=off. */
  readInvoice: ReadInvoice | null
  /** Null with BILLING=off. */
  readPlan: ReadPlan | null
  /** Everything is read and proposed in this person's name. */
  acting: Acting
  language: Language
  translator: Translator
}

/** Days are those of the product's home. */
export const ZONE = 'Asia/Ho_Chi_Minh'

export const todayOf = ({ clock }: Pick<ToolContext, 'clock'>): LocalDate => localDateAt(clock.now(), ZONE)

export interface ToolResult {
  /** For a model: plain data, with texts of users as they are. */
  data: unknown
  /** For a reader: Markdown in the user's language. */
  text: string
  proposal?: Proposal
}

/**
 * One thing that the assistant and other programs can do. A tool that reads does it at once, one that changes only
 * proposes. Models that call them, and the embedded assistant's intents, run the same tools.
 */
export interface Tool {
  name: string
  /** Describes to a model when to use it. */
  description: string
  schema: z.ZodType
  /** What it needs in the workspace; null for what is about nobody. What is no scope is for people alone. */
  needs: Capability | null
  /** It draws, and counts as ten calls of a key, as a call of the API that draws does. */
  isHeavy?: true
  /** @param args of the wrong shape are refused with a result that says so */
  run(context: ToolContext, args: unknown): Promise<ToolResult>
}

const MAX_PROBLEMS = 10

/** It proposes a change, and reads nothing else. */
export const isChanging = ({ needs }: Pick<Tool, 'needs'>): boolean => needs === 'codes:propose'

/** Why arguments are refused, by their place, so that a model can put them right. */
const problemsOf = ({ issues }: z.ZodError): Record<string, string> =>
  Object.fromEntries(
    issues
      .slice(0, MAX_PROBLEMS)
      .map(({ path, message }) => [path.join('.').slice(0, 100), message.slice(0, 200)]),
  )

export function tool<S extends z.ZodType>(
  of: Pick<Tool, 'name' | 'description' | 'needs' | 'isHeavy'> & {
    schema: S
    run(context: ToolContext, args: z.output<S>): Promise<ToolResult>
  },
): Tool {
  return {
    ...of,
    run: async (context, args) => {
      const parsed = of.schema.safeParse(args)
      if (!parsed.success)
        return {
          data: { error: 'wrong arguments', problems: problemsOf(parsed.error) },
          text: context.translator.in(context.language, 'chat')('say.unknown'),
        }
      return of.run(context, parsed.data)
    },
  }
}
