import type { LinkRules } from '@scanleaf/shared'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { UserCodeRow } from '../repository'
import { ruleTickets } from '../table'
import { linkRulesOf, presentRules } from './next-rules'

/** The rules of a code as people and programs read them, with the tickets that have been given. */
export async function readRules(
  db: Db,
  { id, rules: stored }: Pick<UserCodeRow, 'id' | 'rules'>,
): Promise<LinkRules> {
  const rules = presentRules(linkRulesOf(stored))
  const limited = rules.rules.filter(({ when }) => when.first !== undefined)
  if (limited.length === 0) return { ...rules, tickets: {} }
  const rows = await db.select().from(ruleTickets).where(eq(ruleTickets.codeId, id))
  const taken = new Map(rows.map((row) => [row.ruleId, row.taken]))
  return { ...rules, tickets: Object.fromEntries(limited.map((rule) => [rule.id, taken.get(rule.id) ?? 0])) }
}
