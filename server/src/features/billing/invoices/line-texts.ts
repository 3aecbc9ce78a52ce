import type { Language } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import type { Translator } from '../../../platform/i18n'
import { listAllPlans, planName } from '../plan-repository'
import type { InvoiceLine } from './table'

/**
 * Texts of the lines of invoices, in a language.
 * @param translator has the namespace `invoice-lines`
 */
export async function lineTexts(translator: Translator, db: Db, language: Language) {
  const t = translator.in(language, 'invoice-lines')
  const names = new Map((await listAllPlans(db)).map((plan) => [plan.code, planName(plan, language)]))
  const nameOf = (code: string) => names.get(code) ?? code
  return {
    line: ({ text, values }: InvoiceLine): string =>
      t(`line.${text}`, { ...values, plan: nameOf(String(values['plan'] ?? '')) }),
    plan: nameOf,
    /** The remaining value of the plan before a change to another. */
    credit: (code: string): string => t('credit', { plan: nameOf(code) }),
  }
}

export type LineTexts = Awaited<ReturnType<typeof lineTexts>>
