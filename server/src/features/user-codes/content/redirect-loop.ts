import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { codeAsked, plainPath } from '../../../platform/http/public-address'
import { findTarget, isCustomDomain, lockLinkChain } from '../repository'

const MAX_OWN_HOPS = 3

/** A final dot names the same host (RFC 1034 §3.1). */
const withoutFinalDot = (host: string): string => host.replace(/\.(?=:|$)/, '')

/** The id that an address of our own code host names, however it is written, or null for any other address. */
function ownIdOf(href: string, codeHost: string): string | null {
  const url = new URL(href)
  const host = new URL(codeHost)
  const base = host.pathname.replace(/\/*$/, '/')
  const path = plainPath(url.pathname)
  if (withoutFinalDot(url.host) !== withoutFinalDot(host.host) || !path.startsWith(base)) return null
  return codeAsked(path.slice(base.length))?.id ?? null
}

/** Whether hosts are domains of account holders, as far as they were looked up in this transaction. */
export type KnownHosts = Map<string, boolean>

/** As `ownIdOf`, on the domains of account holders too. */
export async function ownIdAt(
  tx: Db,
  href: string,
  codeHost: string,
  known: KnownHosts = new Map(),
): Promise<string | null> {
  const id = ownIdOf(href, codeHost)
  if (id !== null) return id
  const { hostname, pathname } = new URL(href)
  const asked = codeAsked(plainPath(pathname).slice(1))
  if (!asked) return null
  const host = withoutFinalDot(hostname)
  if (!known.has(host)) known.set(host, await isCustomDomain(tx, host))
  return known.get(host) ? asked.id : null
}

/**
 * Refuses a target that leads, through our own codes, back to where it started or over more than three of them
 * (threats §2.2). Saves that point at our own host wait for each other, so that no two close a ring together.
 * @throws AppError ValidationError with field `content`
 */
export async function refuseLinkLoop(
  tx: Db,
  codeHost: string,
  dynamicId: string | null,
  target: string,
): Promise<void> {
  if ((await ownIdAt(tx, target, codeHost)) === null) return
  await lockLinkChain(tx)
  await followOwnLinks(tx, codeHost, dynamicId, target)
}

/** As `refuseLinkLoop`, by what is stored now: another save may close the ring a moment later. */
export async function followOwnLinks(
  db: Db,
  codeHost: string,
  dynamicId: string | null,
  target: string,
): Promise<void> {
  const seen = new Set(dynamicId ? [dynamicId.toLowerCase()] : [])
  let next: string | null = target
  for (let hops = 0; next !== null; hops++) {
    const id: string | null = await ownIdAt(db, next, codeHost)
    if (id === null) return
    if (hops === MAX_OWN_HOPS || seen.has(id.toLowerCase())) {
      throw new AppError('ValidationError', { content: 'url-loop' })
    }
    seen.add(id.toLowerCase())
    next = await findTarget(db, id)
  }
}
