import { Resolver } from 'node:dns/promises'
import { ownershipNameOf, type PlaceRecordType } from '@scanleaf/shared'

/** Limit of each of two tries; together below the 5 s that a check may take (threats §3). */
const TIMEOUT_MS = 2_000
const TRIES = 2

/** Characters of a name (RFC 1035 §2.3.4). */
const MAX_NAME = 253

/** Records of one type: found, none, or no conclusive answer. */
export type Records = { found: string[] } | 'none' | 'unanswered'

export interface DomainRecords {
  addresses: Records
  texts: Records
  /** Texts of the name below the domain at which its proof is. */
  textsBelow: Records
}

export type ReadDomain = (domain: string) => Promise<DomainRecords>

/** What else the DNS says of a name: whether a website or mail lives there. */
export type ReadPlace = (domain: string) => Promise<Record<PlaceRecordType, Records>>

/** @param servers `address` or `address:port`; empty: those of the machine */
export function domainReader(servers: readonly string[]): ReadDomain {
  return async (domain) => {
    const resolver = resolverOf(servers)
    const textsOf = (name: string) =>
      records(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join('')))
    const ownershipName = ownershipNameOf(domain)
    const [addresses, texts, textsBelow] = await Promise.all([
      records(() => resolver.resolve4(domain)),
      textsOf(domain),
      ownershipName.length > MAX_NAME ? ('none' as const) : textsOf(ownershipName),
    ])
    return { addresses, texts, textsBelow }
  }
}

/** The texts of both names: found with the wanted one, else no conclusive answer as long as one of them has none. */
export function textsWith({ texts, textsBelow }: DomainRecords, wanted: string): Records {
  const both = [textsBelow, texts]
  const found = both.flatMap((each) => (typeof each === 'object' ? each.found : []))
  if (!found.includes(wanted) && both.includes('unanswered')) return 'unanswered'
  return found.length > 0 ? { found } : 'none'
}

/** @param servers as of `domainReader` */
export function placeReader(servers: readonly string[]): ReadPlace {
  return async (domain) => {
    const resolver = resolverOf(servers)
    const [A, AAAA, CNAME, MX, NS] = await Promise.all([
      records(() => resolver.resolve4(domain)),
      records(() => resolver.resolve6(domain)),
      records(() => resolver.resolveCname(domain)),
      records(async () => (await resolver.resolveMx(domain)).map(({ exchange }) => exchange)),
      records(() => resolver.resolveNs(domain)),
    ])
    return { A, AAAA, CNAME, MX, NS }
  }
}

/** A new one for each query: a resolver that waits for a dead server would block the next query. */
function resolverOf(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}

const NONE = ['ENOTFOUND', 'ENODATA']

async function records(lookUp: () => Promise<string[]>): Promise<Records> {
  try {
    const found = await lookUp()
    return found.length > 0 ? { found } : 'none'
  } catch (error) {
    return NONE.includes((error as NodeJS.ErrnoException).code ?? '') ? 'none' : 'unanswered'
  }
}
