/**
 * Why a visitor is not redirected at once: `listed`, the target is on the deny list, and `reported` by visitors show a
 * warning. Their order is in files on disk: append only.
 */
export const BLOCK_REASONS = ['taken-down', 'paused', 'listed', 'reported'] as const

export type BlockReason = (typeof BLOCK_REASONS)[number]

/** Data of a code in the redirect service. */
export interface Target {
  codeId: string
  /** The address as stored; null when it is not one to send a visitor to. */
  location: string | null
  blockReason: BlockReason | null
  /** Google Analytics, or null. */
  analyticsId: string | null
  ownerId: string
}

/** Of a code that leads somewhere. */
export type ReachableTarget = Target & { location: string }

/** Targets by key (id in lower case); ids without a code are missing. */
export type Targets = Map<string, Target>

/** A verified domain of an owner: it serves that owner's codes and nobody else's. */
export interface Domain {
  ownerId: string
  /** Addresses on it may be paths, which are looked up before ids. */
  hasPaths: boolean
}

/** By host in lower-case ASCII, without port and final dot. */
export type Domains = Map<string, Domain>

/** Where a path of a domain leads: the id, in lower case, of a code of the same owner. */
export interface Path {
  targetKey: string
}

/** By `pathKey` or `anyCasePathKey`. */
export type Paths = Map<string, Path>

/** The name of a path in the cache and in its notifications: paths are kept for each owner of a domain apart. */
export const pathKey = (ownerId: string, host: string, path: string): string => `${ownerId} ${host}${path}`

/** The name of the only path that is this one in some case; no path if there are several. */
export const anyCasePathKey = (ownerId: string, host: string, path: string): string =>
  `${ownerId} ${host} ${path.toLowerCase()}`

export function pathOfKey(key: string): { ownerId: string; host: string; path: string; isAnyCase: boolean } {
  const hostAt = key.indexOf(' ') + 1
  const pathAt = key.indexOf('/', hostAt)
  const isAnyCase = key.charAt(pathAt - 1) === ' '
  const host = key.slice(hostAt, isAnyCase ? pathAt - 1 : pathAt)
  return { ownerId: key.slice(0, hostAt - 1), host, path: key.slice(pathAt), isAnyCase }
}

const ANALYTICS_ID = /^(G-[A-Z0-9]{4,16}|UA-\d{4,10}-\d{1,4})$/
/** A parsed href is ASCII without blanks; anything else was not written by this program. */
const HREF = /^https?:\/\/[\x21-\x7e]+$/i

/**
 * A target from the database. Validated again, because a row may be older than today's rules or written by
 * hand (threats §2.2).
 */
export function targetOf(row: {
  codeId: string
  target: string | null
  blockReason: BlockReason | null
  googleAnalyticsId: string
  ownerId: string
}): Target {
  const { codeId, target, blockReason, googleAnalyticsId, ownerId } = row
  return {
    codeId,
    location: target !== null && HREF.test(target) && URL.canParse(target) ? target : null,
    blockReason,
    analyticsId: ANALYTICS_ID.test(googleAnalyticsId) ? googleAnalyticsId : null,
    ownerId,
  }
}
