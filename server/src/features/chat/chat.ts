import type { Language } from '@scanleaf/shared'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { Acting } from '../../platform/http/acting'
import type { Translator } from '../../platform/i18n'
import type { Tokens } from '../billing'
import type { Help } from '../help'
import type { ReadInvoice, ReadPlan, ToolContext } from '../tools'
import type { Addresses, UserCodeContext } from '../user-codes'
import type { Assistant } from './assistant'

/** Dependencies of the assistant. */
export interface Chat {
  database: Database
  clock: Clock
  codes: UserCodeContext & Addresses
  help: Help
  translator: Translator
  assistant: Assistant
  /** Null with BILLING=off. */
  sales: Sales | null
}

export interface Sales {
  tokens: Tokens
  readInvoice: ReadInvoice
  readPlan: ReadPlan
}

/** What tools may use in somebody's name. */
export const toolContextOf = (
  { codes, clock, help, translator, sales }: Chat,
  acting: Acting,
  language: Language,
): ToolContext => ({
  codes,
  clock,
  help,
  acting,
  language,
  readInvoice: sales?.readInvoice ?? null,
  readPlan: sales?.readPlan ?? null,
  translator,
})
