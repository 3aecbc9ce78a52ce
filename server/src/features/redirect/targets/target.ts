import { type EvaluatedRules, StoredLinkRules, type StoredOutcome } from '@scanleaf/shared'
import { parseJson } from '@scanleaf/shared/json'

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
  /** JSON of `TargetRules`; null without any that is on and without parameters that are handed on. */
  rules: string | null
}

/** The rules of a code as the redirect has them. */
export interface TargetRules extends EvaluatedRules {
  /** Numbers of the outcomes that are on the deny list. */
  listed: number[]
  /** The code was reported, whichever of its outcomes is on the deny list. */
  isReported: boolean
  /** Names of the query parameters that are handed on; missing for none. */
  pass?: string[]
}

/** Of a code that leads somewhere. */
export type ReachableTarget = Target & {
  location: string
  /**
   * Which of the outcomes of its rules it is; missing: the code’s own target. `end`: the owner's words in place of a link;
   * `ask`: the hash of the password before it; `spendTicket`: it is for the first scans alone, of which this is one.
   */
  outcome?: { n: number; end?: string; ask?: string; spendTicket?: () => void }
  /** Names of the query parameters that are handed on; missing for none. */
  pass?: readonly string[]
}

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
  rules: string | null
}): Target {
  const { codeId, target, blockReason, googleAnalyticsId, ownerId, rules } = row
  return {
    codeId,
    location: target !== null && isAddress(target) ? target : null,
    blockReason,
    analyticsId: ANALYTICS_ID.test(googleAnalyticsId) ? googleAnalyticsId : null,
    ownerId,
    rules,
  }
}

const isAddress = (href: string): boolean => HREF.test(href) && URL.canParse(href)

/**
 * The rules of a row, without names and without those that are off or lead to what is no address to send a visitor to.
 * @param stored JSON of the column
 * @returns undefined for rules that cannot be read
 */
export function targetRulesOf(
  stored: string,
  { isListed, isReported }: { isListed(href: string): boolean; isReported: boolean },
): string | null | undefined {
  const parsed = StoredLinkRules.safeParse(parseJson(stored))
  if (!parsed.success) return undefined
  const rules = parsed.data.rules
    .filter(({ on, outcome }) => on && linksOf(outcome).every(({ url }) => isAddress(url)))
    .map(({ id, on, when, outcome }) => ({ id, on, when, outcome }))
  const { zone, pass } = parsed.data
  if (rules.length === 0 && !pass) return null
  const links = rules.flatMap(({ outcome }) => linksOf(outcome))
  const listed = links.filter(({ url }) => isListed(url)).map(({ n }) => n)
  return JSON.stringify({ zone, rules, listed, isReported, ...(pass && { pass }) } satisfies TargetRules)
}

function linksOf(outcome: StoredOutcome): { n: number; url: string }[] {
  if ('split' in outcome) return outcome.split
  if ('to' in outcome) return [outcome.to]
  return 'ask' in outcome ? [outcome.ask] : []
}
