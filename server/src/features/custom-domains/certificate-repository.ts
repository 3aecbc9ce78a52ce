import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import type { CertificateFault, PresentedCertificate } from './presented-certificate'
import { customDomains } from './table'

/** Domains that the redirect serves, as the view `redirect_domains` has them. */
const isServed = and(
  eq(customDomains.kind, 'qrcode'),
  eq(customDomains.enabled, true),
  isNotNull(customDomains.provenAt),
)

/** A proxy renews a certificate a month before its end: one that ends so soon was not renewed. */
const isBad = or(
  isNotNull(customDomains.certificateFault),
  sql`${customDomains.certificateEndsAt} < now() + interval '14 days'`,
)

export interface BadCertificate {
  domain: string
  endsAt: Date | null
  fault: CertificateFault | null
}

const columns = {
  domain: customDomains.domain,
  endsAt: customDomains.certificateEndsAt,
  fault: customDomains.certificateFault,
}

/** Served domains whose certificate was not asked for within a day, those that never were first. */
export async function listUncheckedCertificates(db: Db, limit: number): Promise<string[]> {
  const { certificateCheckedAt } = customDomains
  const isDue = or(
    isNull(certificateCheckedAt),
    sql`${certificateCheckedAt} not between now() - interval '23 hours' and now()`,
  )
  const rows = await db
    .select({ domain: customDomains.domain })
    .from(customDomains)
    .where(and(isServed, isDue))
    .orderBy(sql`${certificateCheckedAt} asc nulls first`)
    .limit(limit)
  return rows.map(({ domain }) => domain)
}

/**
 * Stores what was seen; of one that cannot be reached only that it was tried.
 * @returns what an operator should know, null when all is well
 */
export async function recordCertificate(
  db: Db,
  domain: string,
  seen: PresentedCertificate,
): Promise<Omit<BadCertificate, 'domain'> | null> {
  const found = seen === 'unreachable' ? {} : { certificateEndsAt: seen.endsAt, certificateFault: seen.fault }
  const [row] = await db
    .update(customDomains)
    .set({ certificateCheckedAt: sql`now()`, ...found })
    .where(and(isServed, eq(customDomains.domain, domain)))
    .returning({
      endsAt: columns.endsAt,
      fault: columns.fault,
      isBad: sql<boolean>`coalesce(${isBad}, false)`,
    })
  return row?.isBad ? { endsAt: row.endsAt, fault: row.fault } : null
}

/** Served domains whose visitors are warned by their browser, or soon will be: the first to end first. */
export async function findBadCertificates(db: Db, limit: number): Promise<BadCertificate[]> {
  return db
    .select(columns)
    .from(customDomains)
    .where(and(isServed, isBad))
    .orderBy(asc(customDomains.certificateEndsAt), asc(customDomains.domain))
    .limit(limit)
}

export const countBadCertificates = (db: Db): Promise<number> =>
  db.$count(customDomains, and(isServed, isBad))
