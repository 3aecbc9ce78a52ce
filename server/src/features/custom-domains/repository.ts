import { and, asc, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { queueMail } from '../../platform/mail'
import { customDomains } from './table'

const TWO_DAYS_MS = 2 * 86_400_000

export type DomainRow = typeof customDomains.$inferSelect
export type DomainName = Pick<DomainRow, 'userId' | 'kind'>

const nameIs = ({ userId, kind }: DomainName) =>
  and(eq(customDomains.userId, userId), eq(customDomains.kind, kind))

export async function findDomains(db: Db, userId: string): Promise<DomainRow[]> {
  return db.select().from(customDomains).where(eq(customDomains.userId, userId))
}

/** The lock orders a change against a verification of the previous name. */
export async function lockDomain(tx: Db, name: DomainName): Promise<DomainRow | null> {
  const [row] = await tx.select().from(customDomains).where(nameIs(name)).for('update')
  return row ?? null
}

/** Another name is not verified yet. */
export async function putDomain(
  tx: Db,
  row: DomainName & Pick<DomainRow, 'domain' | 'enabled'>,
): Promise<void> {
  const unproven = {
    provenAt: null,
    checkAt: null,
    missingSince: null,
    misses: 0,
    lostAt: null,
    lostBy: null,
    certificateCheckedAt: null,
    certificateEndsAt: null,
    certificateFault: null,
  }
  const target = [customDomains.userId, customDomains.kind]
  await tx
    .insert(customDomains)
    .values({ ...row, ...unproven })
    .onConflictDoUpdate({ target, set: { domain: row.domain, enabled: row.enabled, ...unproven } })
}

export async function enableDomain(tx: Db, name: DomainName, enabled: boolean): Promise<void> {
  await tx.update(customDomains).set({ enabled }).where(nameIs(name))
}

export async function deleteDomain(tx: Db, name: DomainName): Promise<void> {
  await tx.delete(customDomains).where(nameIs(name))
}

/** Gives up every domain of an owner, as the owner could: the redirect serves them no longer. */
export async function releaseDomains(tx: Db, userId: string): Promise<void> {
  for (const row of await findDomains(tx, userId)) {
    await lockDomain(tx, row)
    await deleteDomain(tx, row)
  }
}

/** False when the name has changed. A previous owner of the verified name loses it. */
export async function proveDomain(
  tx: Db,
  { domain, ...name }: DomainName & Pick<DomainRow, 'domain'>,
  { provenAt, checkAt }: { provenAt: Date; checkAt: Date },
): Promise<boolean> {
  // Two concurrent verifications of a name run one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`domain:${domain}`}, 0))`)
  const isOwn = and(eq(customDomains.userId, name.userId), eq(customDomains.kind, name.kind))
  const lost = await tx
    .update(customDomains)
    .set({ provenAt: null, checkAt: null, lostAt: provenAt, lostBy: 'holder' })
    .where(and(eq(customDomains.domain, domain), isNotNull(customDomains.provenAt), sql`not (${isOwn})`))
    .returning()
  for (const row of lost) await reportLoss(tx, row)
  const rows = await tx
    .update(customDomains)
    .set({ provenAt, checkAt, missingSince: null, misses: 0, lostAt: null, lostBy: null })
    .where(and(nameIs(name), eq(customDomains.domain, domain)))
    .returning({ domain: customDomains.domain })
  return rows.length === 1
}

/** Verified domains that are due for a check, the longest overdue first; none is planned two days ahead, except by a clock that was ahead. */
export async function listDueDomains(db: Db, now: Date, limit: number): Promise<DomainRow[]> {
  return db
    .select()
    .from(customDomains)
    .where(
      and(
        isNotNull(customDomains.provenAt),
        or(lte(customDomains.checkAt, now), gt(customDomains.checkAt, new Date(now.getTime() + TWO_DAYS_MS))),
      ),
    )
    .orderBy(asc(customDomains.checkAt))
    .limit(limit)
}

/** Verified domains whose records are missing, the longest first; how many in total. */
export async function findMissing(db: Db, limit: number): Promise<{ domains: string[]; total: number }> {
  const isMissing = and(isNotNull(customDomains.provenAt), isNotNull(customDomains.missingSince))
  const rows = await db
    .select({ domain: customDomains.domain })
    .from(customDomains)
    .where(isMissing)
    .orderBy(asc(customDomains.missingSince))
    .limit(limit)
  return { domains: rows.map(({ domain }) => domain), total: await db.$count(customDomains, isMissing) }
}

export type Seen = Partial<
  Pick<DomainRow, 'provenAt' | 'checkAt' | 'missingSince' | 'misses' | 'lostAt' | 'lostBy'>
>

/** Stores the result of a check; nothing when the domain has changed. */
export async function recordCheck(
  tx: Db,
  { domain, ...name }: DomainName & Pick<DomainRow, 'domain'>,
  seen: Seen,
): Promise<void> {
  const [row] = await tx
    .update(customDomains)
    .set(seen)
    .where(and(nameIs(name), eq(customDomains.domain, domain), isNotNull(customDomains.provenAt)))
    .returning()
  if (row && seen.lostAt) await reportLoss(tx, row)
}

/** To whoever had the domain, as the screen of domains says it. */
function reportLoss(tx: Db, { userId, kind, domain, lostAt, lostBy }: DomainRow): Promise<void> {
  return queueMail(tx, {
    kind: 'domain-lost',
    dedupeKey: `domain-lost:${userId}:${kind}:${domain}:${lostAt?.getTime()}`,
    userId,
    address: null,
    language: null,
    values: { domain, lostBy: lostBy ?? '' },
  })
}

/** Whether the redirect serves a name: what certificates may be made for. */
export async function isServed(db: Db, host: string): Promise<boolean> {
  const rows = await query(db, sql`select 1 from redirect_domains where host = ${host}`)
  return rows.length > 0
}
