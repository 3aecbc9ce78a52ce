import { Resolver } from 'node:dns/promises'

/** Of each of two tries; together below the 5 s that a check may take (threat-model.md §3). */
const TIMEOUT_MS = 2_000
const TRIES = 2

/** Records of one kind: what was found, none, or no answer that says either. */
export type Records = { found: string[] } | 'none' | 'unanswered'

export interface DomainRecords {
  addresses: Records
  texts: Records
}

export type ReadDomain = (domain: string) => Promise<DomainRecords>

/** @param servers `address` or `address:port`; empty: those of the machine */
export function domainReader(servers: readonly string[]): ReadDomain {
  return async (domain) => {
    // One each time: a resolver that waits for a dead server would hold up the next question.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
    if (servers.length > 0) resolver.setServers(servers)
    const [addresses, texts] = await Promise.all([
      records(() => resolver.resolve4(domain)),
      records(async () => (await resolver.resolveTxt(domain)).map((parts) => parts.join(''))),
    ])
    return { addresses, texts }
  }
}

const NONE = ['ENOTFOUND', 'ENODATA']

async function records(ask: () => Promise<string[]>): Promise<Records> {
  try {
    const found = await ask()
    return found.length > 0 ? { found } : 'none'
  } catch (error) {
    return NONE.includes((error as NodeJS.ErrnoException).code ?? '') ? 'none' : 'unanswered'
  }
}
