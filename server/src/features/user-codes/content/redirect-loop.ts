import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { codeAsked, pathAsked, plainPath } from '../../../platform/http/public-address'
import { findCustomDomain, findPathId, findTarget, lockLinkChain } from '../repository'

const MAX_OWN_HOPS = 3

/** A final dot names the same host (RFC 1034 §3.1). */
const withoutFinalDot = (host: string): string => host.replace(/\.(?=:|$)/, '')

/** Whether two addresses lead to one place, however each is written: by http or https, and whatever is asked of it. */
export function isSamePlace(href: string, other: string): boolean {
  const [one, two] = [new URL(href), new URL(other)]
  const pathOf = ({ pathname }: URL) => plainPath(pathname).toLowerCase().replace(/\/$/, '')
  return withoutFinalDot(one.host) === withoutFinalDot(two.host) && pathOf(one) === pathOf(two)
}

/** The id that an address of our own code host names, however it is written, or null for any other address. */
function ownIdOf(href: string, codeHost: string): string | null {
  const url = new URL(href)
  const host = new URL(codeHost)
  const base = host.pathname.replace(/\/*$/, '/')
  const path = plainPath(url.pathname)
  if (withoutFinalDot(url.host) !== withoutFinalDot(host.host) || !path.startsWith(base)) return null
  return codeAsked(path.slice(base.length))?.id ?? null
}

type CustomDomain = Awaited<ReturnType<typeof findCustomDomain>>

/** Domains of account holders by host, as far as they were looked up in this transaction; null for other hosts. */
export type KnownHosts = Map<string, CustomDomain>

async function domainAt(tx: Db, host: string, known: KnownHosts): Promise<CustomDomain> {
  if (!known.has(host)) known.set(host, await findCustomDomain(tx, host))
  return known.get(host) ?? null
}

/** As `ownIdOf`, on the domains of account holders too: there a path comes before an id. */
export async function ownIdAt(
  tx: Db,
  href: string,
  codeHost: string,
  known: KnownHosts = new Map(),
): Promise<string | null> {
  const id = ownIdOf(href, codeHost)
  if (id !== null) return id
  const { hostname, pathname } = new URL(href)
  const host = withoutFinalDot(hostname)
  const domain = await domainAt(tx, host, known)
  if (!domain) return null
  const printed = domain.hasPaths ? pathAsked(pathname) : null
  for (const path of printed?.paths ?? []) {
    const printedId = await findPathId(tx, domain.userId, { host, path })
    if (printedId !== null) return printedId
  }
  return codeAsked(plainPath(pathname).slice(1))?.id ?? null
}

/** Whether an address is one that can lead to a code of ours, now or once a path of its domain is opened. */
export async function isOwnAddress(
  tx: Db,
  href: string,
  codeHost: string,
  known: KnownHosts = new Map(),
): Promise<boolean> {
  if (ownIdOf(href, codeHost) !== null) return true
  return (await domainAt(tx, withoutFinalDot(new URL(href).hostname), known)) !== null
}

/**
 * Refuses a target that leads, through our own codes, back to where it started or over more than three of them
 * (threats §2.2). Saves that point at our own hosts wait for each other, so that no two close a ring together.
 * @throws AppError ValidationError with field `content`
 */
export async function refuseLinkLoop(
  tx: Db,
  codeHost: string,
  dynamicId: string | null,
  target: string,
  known?: KnownHosts,
): Promise<void> {
  if (!(await isOwnAddress(tx, target, codeHost, known))) return
  await lockLinkChain(tx)
  await followOwnLinks(tx, codeHost, dynamicId, target)
}

/**
 * A rule may not lead to a code of ours: which of its rules would be followed then, nobody can say.
 * @param addresses by the field that has them
 * @throws AppError ValidationError with the fields
 */
export async function refuseOwnAddresses(
  tx: Db,
  codeHost: string,
  addresses: Readonly<Record<string, string>>,
  known: KnownHosts,
): Promise<void> {
  const own: Record<string, 'url-loop'> = {}
  for (const [field, href] of Object.entries(addresses))
    if (await isOwnAddress(tx, href, codeHost, known)) own[field] = 'url-loop'
  if (Object.keys(own).length > 0) throw new AppError('ValidationError', own)
}

/**
 * As `refuseLinkLoop`, by what is stored now: another save may close the ring a moment later.
 * @param known domains that need not be looked up again
 */
export async function followOwnLinks(
  db: Db,
  codeHost: string,
  dynamicId: string | null,
  target: string,
  known?: KnownHosts,
): Promise<void> {
  const seen = new Set(dynamicId ? [dynamicId.toLowerCase()] : [])
  let next: string | null = target
  for (let hops = 0; next !== null; hops++) {
    const id: string | null = await ownIdAt(db, next, codeHost, known)
    if (id === null) return
    if (hops === MAX_OWN_HOPS || seen.has(id.toLowerCase())) {
      throw new AppError('ValidationError', { content: 'url-loop' })
    }
    seen.add(id.toLowerCase())
    next = await findTarget(db, id)
  }
}
