import { randomUUID } from 'node:crypto'
import type { StoredLinkRules } from '@scanleaf/shared'
import { eq, sql } from 'drizzle-orm'
import { customDomains } from '../features/custom-domains/table'
import { openCounters, scanCounters } from '../features/scans'
import { domainPaths, userCodes } from '../features/user-codes/table'
import type { Database } from '../platform/db/database'

/** A dynamic code as the database holds it, whatever the product would say to its target. */
export interface GivenCode {
  id?: string
  userId?: string
  target?: string
  enabled?: boolean
  googleAnalyticsId?: string
  rules?: StoredLinkRules
}

let codes = 0

/** Inserts a code into the database; returns its dynamic id and its own id. */
export async function givenCode(
  { db }: Database,
  { id = `Code-${++codes}`, target = 'https://example.com/', ...rest }: GivenCode = {},
): Promise<{ id: string; codeId: string }> {
  const codeId = randomUUID()
  await db.insert(userCodes).values({
    id: codeId,
    userId: 'somebody',
    productId: 'dynamic-code',
    contentType: 'Website',
    codeContent: '{}',
    dynamicId: id,
    target,
    imageKey: randomUUID(),
    ...rest,
  })
  await openCounters(db, [codeId])
  return { id, codeId }
}

export async function changeCode(
  { db }: Database,
  codeId: string,
  change: {
    name?: string
    target?: string
    enabled?: boolean
    rules?: StoredLinkRules
    deletedAt?: Date | null
    purgedAt?: Date | null
  },
): Promise<void> {
  await db.update(userCodes).set(change).where(eq(userCodes.id, codeId))
}

/** Raises the counters of codes as a fold does, without scans. */
export async function addToCounters(
  { db }: Pick<Database, 'db'>,
  added: ReadonlyMap<string, number>,
): Promise<void> {
  await db.execute(sql`
    insert into scan_counters (code_id, scans)
    select * from unnest(${sql.param([...added.keys()])}::uuid[], ${sql.param([...added.values()])}::bigint[])
    on conflict (code_id) do update set scans = scan_counters.scans + excluded.scans`)
}

export async function scanCountOf({ db }: Database, codeId: string): Promise<number> {
  const [counter] = await db.select().from(scanCounters).where(eq(scanCounters.codeId, codeId))
  return counter?.scans ?? 0
}

/** A proven domain of somebody. */
export async function givenDomain({ db }: Database, domain: string, userId = 'somebody'): Promise<void> {
  await db
    .insert(customDomains)
    .values({ userId, kind: 'qrcode', domain, enabled: true, provenAt: new Date() })
}

/** A path as the database holds it, whoever has the domain and the code. */
export async function givenPath(
  { db }: Database,
  path: { host: string; path: string; codeId: string; userId?: string },
): Promise<void> {
  await db.insert(domainPaths).values({ userId: 'somebody', ...path })
}
