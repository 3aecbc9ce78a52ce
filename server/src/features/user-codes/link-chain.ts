import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { findTarget, isCustomDomain, lockLinkChain } from './repository'

const MAX_OWN_HOPS = 3

/** The id that an address of our own code host names, or null for any other address. */
function ownIdOf(href: string, codeHost: string): string | null {
  const url = new URL(href)
  const host = new URL(codeHost)
  const prefix = host.pathname.replace(/\/$/, '')
  if (url.host !== host.host || !url.pathname.startsWith(`${prefix}/`)) return null
  return idIn(url.pathname.slice(prefix.length + 1))
}

/** A path that cannot be decoded names no code. */
function idIn(path: string): string | null {
  try {
    return decodeURIComponent(path).replace(/\+$/, '')
  } catch {
    return null
  }
}

/** As `ownIdOf`, on the domains of account holders too. */
async function ownIdAt(tx: Db, href: string, codeHost: string): Promise<string | null> {
  const id = ownIdOf(href, codeHost)
  if (id !== null) return id
  const { hostname, pathname } = new URL(href)
  return (await isCustomDomain(tx, hostname)) ? idIn(pathname.slice(1)) : null
}

/**
 * Refuses a target that leads, through our own codes, back to where it started or over more than three of them
 * (threat model: loops). Saves that point at our own host wait for each other, so that no two close a ring together.
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
  const seen = new Set(dynamicId ? [dynamicId.toLowerCase()] : [])
  let next: string | null = target
  for (let hops = 0; next !== null; hops++) {
    const id: string | null = await ownIdAt(tx, next, codeHost)
    if (id === null) return
    if (hops === MAX_OWN_HOPS || seen.has(id.toLowerCase())) {
      throw new AppError('ValidationError', { content: 'url-loop' })
    }
    seen.add(id.toLowerCase())
    next = await findTarget(tx, id)
  }
}
