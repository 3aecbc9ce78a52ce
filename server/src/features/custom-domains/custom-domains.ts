import {
  type ChangeSettings,
  DOMAIN_KINDS,
  type DomainKind,
  type DomainProblem,
  type DomainSettings,
  domainOf,
  domainProblem,
} from '@scanleaf/shared'
import { getDomain } from 'tldts'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import { contentError } from '../../platform/content-error'
import type { Database, Db } from '../../platform/db/database'
import { type Actor, recordAct } from '../../platform/history'
import type { ReadDomain, ReadPlace } from './dns-records'
import { ownershipTextOf, requireOwnership } from './ownership'
import {
  type DomainRow,
  deleteDomain,
  enableDomain,
  findDomains,
  lockDomain,
  proveDomain,
  putDomain,
} from './repository'

/** A verified domain is checked again each day. */
export const CHECK_MS = 86_400_000
/** It is disabled when its records were missing this long: codes are printed with it (threats §2.3). */
export const MISSING_MS = 3 * CHECK_MS

export interface CustomDomainsContext {
  database: Database
  clock: Clock
  readDomain: ReadDomain
  readPlace: ReadPlace
  /**
   * Judges the designs of an owner's codes with links on another host, null for the code host.
   * @throws AppError DesignsNotScannable
   */
  refuseUnscannableLinks(userId: string, host: string | null): Promise<void>
  config: Pick<
    Config,
    'domainAddress' | 'appUrl' | 'codeHost' | 'pdfHost' | 'pageHost' | 'addressRules' | 'trustedProxies'
  >
}

/** GET qrcode/settings. */
export async function domainSettingsOf(
  { config }: CustomDomainsContext,
  db: Db,
  userId: string,
): Promise<DomainSettings> {
  const rows = await findDomains(db, userId)
  const of = (kind: DomainKind) => rows.find((row) => row.kind === kind)
  const { domainAddress: address } = config
  return {
    qrcodeDomain: of('qrcode')?.domain ?? '',
    qrcodeDomainEnabled: of('qrcode')?.enabled ?? false,
    qrcodeDomainVerified: isProven(of('qrcode')),
    qrcodeDomainTrouble: troubleOf(of('qrcode')),
    ninecardDomain: of('ninecard')?.domain ?? '',
    ninecardDomainEnabled: of('ninecard')?.enabled ?? false,
    ninecardDomainVerified: isProven(of('ninecard')),
    ninecardDomainTrouble: troubleOf(of('ninecard')),
    guidance:
      address === null
        ? null
        : {
            address,
            qrcodeProof: ownershipTextOf('qrcode', userId),
            ninecardProof: ownershipTextOf('ninecard', userId),
          },
  }
}

const isProven = (row: DomainRow | undefined) => row !== undefined && row.provenAt !== null

function troubleOf(row: DomainRow | undefined): DomainProblem | null {
  if (row?.lostAt && row.lostBy) return { kind: row.lostBy, at: row.lostAt.toISOString() }
  if (!row?.missingSince) return null
  const endsAt = new Date(row.missingSince.getTime() + MISSING_MS)
  return { kind: 'missing', since: row.missingSince.toISOString(), endsAt: endsAt.toISOString() }
}

/** Query for one of the two domains. */
interface Wish {
  kind: DomainKind
  domain: string | undefined
  enabled: boolean | undefined
}

const wishesOf = (change: ChangeSettings): Wish[] =>
  DOMAIN_KINDS.map((kind) => ({
    kind,
    domain: change[`${kind}Domain`],
    enabled: change[`${kind}DomainEnabled`],
  })).filter(({ domain, enabled }) => domain !== undefined || enabled !== undefined)

/**
 * PATCH qrcode/settings: another domain must be verified again, an empty one is removed.
 * @throws AppError ValidationError for what cannot be a customer's domain, DesignsNotScannable
 */
export async function changeDomainSettings(
  context: CustomDomainsContext,
  caller: Actor,
  { scanAnyway, ...change }: ChangeSettings,
): Promise<DomainSettings> {
  const { ownerId: userId } = caller
  if (!scanAnyway) await refuseOtherLinks(context, userId, change)
  return context.database.transaction(async (tx) => {
    for (const wish of wishesOf(change)) await grant(tx, context, userId, wish)
    await recordAct(tx, caller, { action: 'domain-changed', subject: change.qrcodeDomain ?? '' })
    return domainSettingsOf(context, tx, userId)
  })
}

/** The start of links after a change. A new domain must be verified first. */
async function refuseOtherLinks(
  { database, refuseUnscannableLinks }: CustomDomainsContext,
  userId: string,
  change: ChangeSettings,
): Promise<void> {
  const wish = wishesOf(change).find(({ kind }) => kind === 'qrcode')
  const row = (await findDomains(database.db, userId)).find(({ kind }) => kind === 'qrcode')
  if (!wish || !row) return
  const isKept = wish.domain === undefined || domainOf(wish.domain) === row.domain
  const isServed = isKept && (wish.enabled ?? row.enabled) && isProven(row)
  const host = isServed ? row.domain : null
  if (host !== linkHostOf(row)) await refuseUnscannableLinks(userId, host)
}

const linkHostOf = (row: DomainRow): string | null => (row.enabled && isProven(row) ? row.domain : null)

async function grant(tx: Db, { config }: CustomDomainsContext, userId: string, wish: Wish): Promise<void> {
  const { kind, enabled } = wish
  const name = { userId, kind }
  const known = await lockDomain(tx, name)
  const domain = wish.domain === undefined ? (known?.domain ?? '') : wish.domain
  if (domain === '') return deleteDomain(tx, name)
  const wanted = known?.domain === domain ? domain : requireDomain(`${kind}Domain`, domain, config)
  if (known?.domain === wanted) return enableDomain(tx, name, enabled ?? known.enabled)
  await putDomain(tx, { ...name, domain: wanted, enabled: enabled ?? known?.enabled ?? true })
}

/**
 * @throws AppError ValidationError: none, one that not everybody reaches, a public suffix, or a host of this product or
 *   below one
 */
export function requireDomain(field: string, typed: string, config: CustomDomainsContext['config']): string {
  const problem = domainProblem(typed, { privateHosts: config.addressRules.privateHosts })
  if (problem) throw contentError({ [field]: problem }, { [field]: typed })
  const domain = domainOf(typed)
  const isOfSomebody = domain !== null && getDomain(domain, { allowPrivateDomains: true }) !== null
  const { appUrl, codeHost, pdfHost, pageHost } = config
  const hosts = [appUrl, codeHost, pdfHost, pageHost].map((url) => new URL(url).hostname)
  if (!isOfSomebody || hosts.some((host) => domain === host || domain.endsWith(`.${host}`)))
    throw new AppError('ValidationError', { [field]: 'invalid-domain' })
  return domain
}

/**
 * PATCH qrcode/settings/verify-domain: queries the DNS, and stores the result only for the queried name.
 * @throws AppError NotFound where no domains are taken; ValidationError without a domain; Conflict when it is
 * another by now; Domain… names the wrong record; DesignsNotScannable
 */
export async function verifyDomains(
  context: CustomDomainsContext,
  userId: string,
  { scanAnyway, ...asked }: ChangeSettings,
): Promise<DomainSettings> {
  const { database, clock, config, readDomain, refuseUnscannableLinks } = context
  const { domainAddress: address } = config
  if (address === null) throw new AppError('NotFound')
  const rows = await findDomains(database.db, userId)
  const wishes = wishesOf(asked)
  if (wishes.length === 0) throw new AppError('ValidationError', { qrcodeDomain: 'required' })
  for (const { kind, domain: typed } of wishes) {
    const row = rows.find((each) => each.kind === kind)
    if (!row) throw new AppError('ValidationError', { [`${kind}Domain`]: 'required' })
    const { domain } = row
    if (typed !== undefined && domainOf(typed) !== domain) throw new AppError('Conflict')
    requireOwnership(await readDomain(domain), {
      domain,
      address,
      ownershipText: ownershipTextOf(kind, userId),
    })
    const isNewLink = kind === 'qrcode' && row.enabled && !isProven(row)
    if (isNewLink && !scanAnyway) await refuseUnscannableLinks(userId, domain)
    const provenAt = clock.now()
    const checkAt = new Date(provenAt.getTime() + CHECK_MS)
    const name = { userId, kind, domain }
    if (!(await database.transaction((tx) => proveDomain(tx, name, { provenAt, checkAt }))))
      throw new AppError('Conflict')
  }
  return domainSettingsOf(context, database.db, userId)
}
