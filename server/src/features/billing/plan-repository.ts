import type { Language } from '@scanleaf/shared'
import { and, asc, eq, like, or } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { plans } from './table'

export type PlanRow = typeof plans.$inferSelect

/** Plans on sale, and the current plan. */
export async function listPlans(db: Db, own: string): Promise<PlanRow[]> {
  return db
    .select()
    .from(plans)
    .where(or(plans.isOffered, eq(plans.code, own)))
    .orderBy(asc(plans.position))
}

/** Including those that are no longer sold. */
export async function listAllPlans(db: Db): Promise<PlanRow[]> {
  return db.select().from(plans).orderBy(asc(plans.position))
}

export async function findPlan(db: Db, code: string): Promise<PlanRow | null> {
  const [row] = await db.select().from(plans).where(eq(plans.code, code))
  return row ?? null
}

/** The plan of those who never bought one. @throws Error when the catalogue has no free plan */
export async function findFreePlan(db: Db): Promise<PlanRow> {
  const [row] = await db
    .select()
    .from(plans)
    .where(and(like(plans.code, '%free%'), plans.isOffered))
    .orderBy(asc(plans.position))
    .limit(1)
  if (!row) throw new Error('The catalogue has no free plan')
  return row
}

export const planName = (plan: PlanRow, language: Language): string =>
  plan.names[language] ?? plan.names['en'] ?? plan.code
