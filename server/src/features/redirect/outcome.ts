import type { IncomingMessage } from 'node:http'
import {
  type CompiledRule,
  type CompiledRules,
  compileRules,
  fittingRule,
  type RuleVisitor,
  ruleDeviceOf,
  splitLink,
} from '@scanleaf/shared'
import { parseJson } from '@scanleaf/shared/json'
import type { Clock } from '../../platform/clock'
import type { CountryOf } from '../../platform/country'
import type { ClientAddress } from '../../platform/http/client-address'
import { browserOf } from './record-scan'
import type { BlockReason, ReachableTarget, TargetRules } from './targets/target'
import type { VisitorHasher } from './visitor-hash'

interface Dependencies {
  clock: Clock
  addressOf: ClientAddress
  countryOf: CountryOf
  visitors: VisitorHasher
}

/** A code with rules as this visitor gets it now. */
export type ChooseOutcome = (request: IncomingMessage, target: ReachableTarget) => ReachableTarget

type Compiled = CompiledRules & Pick<TargetRules, 'isReported'> & { listed: ReadonlySet<number> }

/**
 * Whether a code leads anywhere comes before its rules, what is wrong with the place after them: of five links one may be on
 * the deny list.
 */
export function outcomeChooser(dependencies: Dependencies): ChooseOutcome {
  // For as long as the cache keeps a target, so that its weight bounds both.
  const known = new WeakMap<ReachableTarget, Compiled>()

  function rulesOf(target: ReachableTarget, text: string): Compiled {
    const found = known.get(target)
    if (found) return found
    const { listed, isReported, ...rules } = parseJson(text) as TargetRules
    const compiled = { ...compileRules(rules), listed: new Set(listed), isReported }
    known.set(target, compiled)
    return compiled
  }

  return (request, target) => {
    const { rules: text, blockReason } = target
    if (text === null || blockReason === 'taken-down' || blockReason === 'paused') return target
    const rules = rulesOf(target, text)
    const at = dependencies.clock.now().getTime()
    const visitor = new RequestVisitor(request, at, dependencies)
    const rule = fittingRule(rules, at, visitor)
    return rule === null ? target : ledBy(rule, rules, target, visitor)
  }
}

function ledBy(
  { id, outcome }: CompiledRule,
  { listed, isReported }: Compiled,
  target: ReachableTarget,
  visitor: RuleVisitor,
): ReachableTarget {
  // There is no place to warn of.
  if ('end' in outcome)
    return { ...target, blockReason: null, outcome: { n: outcome.end.n, end: outcome.end.text } }
  const { n, url } =
    'split' in outcome
      ? splitLink(outcome.split, id, visitor.name)
      : 'ask' in outcome
        ? outcome.ask
        : outcome.to
  const blockReason: BlockReason | null = listed.has(n) ? 'listed' : isReported ? 'reported' : null
  const ask = 'ask' in outcome ? { ask: outcome.ask.hash } : {}
  return { ...target, location: url, blockReason, outcome: { n, ...ask } }
}

/** What rules ask of a request; what none asks for is not looked at. */
class RequestVisitor implements RuleVisitor {
  constructor(
    private readonly request: IncomingMessage,
    private readonly at: number,
    private readonly dependencies: Dependencies,
  ) {}

  get device() {
    return ruleDeviceOf(this.request.headers['user-agent'] ?? '')
  }

  /** Browsers name the preferred one first. */
  get language() {
    const [, primary = ''] =
      /^\s*([a-z]{2,3})(?![a-z\d])/i.exec(this.request.headers['accept-language'] ?? '') ?? []
    return primary.toLowerCase()
  }

  get country() {
    const { addressOf, countryOf } = this.dependencies
    return countryOf(addressOf(this.request)) ?? ''
  }

  get name() {
    const { addressOf, visitors } = this.dependencies
    return visitors.nameOf(addressOf(this.request), browserOf(this.request), this.at)
  }
}
