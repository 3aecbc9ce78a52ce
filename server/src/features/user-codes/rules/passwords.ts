import type { LinkRulesInput } from '@scanleaf/shared'
import { hashLinkPassword, isLinkPassword } from '../../../platform/link-password'
import { type HashedRules, linkRulesOf, type NamedOutcome, outcomesOf } from './next-rules'

/** Of hashes that a password is compared with before it counts as another one. */
const MAX_COMPARED = 3

/**
 * Rules with the hashes of their passwords. One that is the same as before keeps its hash, and so its number.
 * @param stored of the code
 * @throws AppError TooManyAtOnce, ServiceUnavailable while too many passwords are hashed
 */
export async function hashedRules(stored: unknown, input: LinkRulesInput): Promise<HashedRules> {
  const known = outcomesOf(linkRulesOf(stored))
  const rules: HashedRules['rules'][number][] = []
  for (const { outcome, ...rule } of input.rules) {
    if (!('ask' in outcome)) rules.push({ ...rule, outcome })
    else {
      const { password, ...ask } = outcome.ask
      const before = [
        ...known.filter(({ n }) => n === ask.n),
        ...known.filter(({ ruleId }) => ruleId === rule.id),
        ...known.filter(({ url }) => url === ask.url),
      ]
      const hash = password === undefined ? {} : { hash: await hashOf(password, before) }
      rules.push({ ...rule, outcome: { ask: { ...ask, ...hash } } })
    }
  }
  return { ...input, rules }
}

async function hashOf(password: string, before: readonly NamedOutcome[]): Promise<string> {
  const hashes = new Set(before.flatMap(({ hash }) => hash ?? []))
  for (const hash of [...hashes].slice(0, MAX_COMPARED)) if (await isLinkPassword(hash, password)) return hash
  return hashLinkPassword(password)
}
