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
import type { Tickets } from './tickets'
import type { VisitorHasher } from './visitor-hash'

interface Dependencies {
  clock: Clock
  addressOf: ClientAddress
  countryOf: CountryOf
  visitors: VisitorHasher
  tickets: Tickets
}

/**
 * Finds a code with rules as this visitor gets it now. It comes at once, but for a rule that is for the first scans
 * alone; in that turn of the event loop its ticket can be spent.
 */
export type ChooseOutcome = (
  request: IncomingMessage,
  target: ReachableTarget,
  onChosen: (target: ReachableTarget) => void,
) => void

/** That a visitor waits for tickets, over all rules. */
const TICKETS_WITHIN_MS = 2_000

type Compiled = CompiledRules & Pick<TargetRules, 'isReported' | 'pass'> & { listed: ReadonlySet<number> }

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
    const { listed, isReported, pass, ...rules } = parseJson(text) as TargetRules
    const compiled = { ...compileRules(rules), listed: new Set(listed), isReported, ...(pass && { pass }) }
    known.set(target, compiled)
    return compiled
  }

  function choose(
    rules: Compiled,
    target: ReachableTarget,
    visitor: RequestVisitor,
    onChosen: (target: ReachableTarget) => void,
  ): void {
    const rule = fittingRule(rules, visitor.at, visitor)
    const { awaited } = visitor
    if (awaited) {
      visitor.awaited = null
      void awaited.then(() => choose(rules, target, visitor, onChosen))
    } else {
      const passing = rules.pass ? { ...target, pass: rules.pass } : target
      onChosen(rule === null ? passing : ledBy(rule, rules, passing, visitor, dependencies.tickets))
    }
  }

  return (request, target, onChosen) => {
    const { codeId, rules: text, blockReason } = target
    if (text === null || blockReason === 'taken-down' || blockReason === 'paused') return onChosen(target)
    const at = dependencies.clock.now().getTime()
    choose(rulesOf(target, text), target, new RequestVisitor(request, codeId, at, dependencies), onChosen)
  }
}

function ledBy(
  { id, first, outcome }: CompiledRule,
  { listed, isReported }: Compiled,
  target: ReachableTarget,
  visitor: RuleVisitor,
  tickets: Tickets,
): ReachableTarget {
  const spending = first === null ? {} : { spendTicket: () => tickets.spend(target.codeId, id) }
  // There is no place to warn of.
  if ('end' in outcome)
    return { ...target, blockReason: null, outcome: { n: outcome.end.n, end: outcome.end.text, ...spending } }
  const { n, url } =
    'split' in outcome
      ? splitLink(outcome.split, id, visitor.name)
      : 'ask' in outcome
        ? outcome.ask
        : outcome.to
  const blockReason: BlockReason | null = listed.has(n) ? 'listed' : isReported ? 'reported' : null
  const ask = 'ask' in outcome ? { ask: outcome.ask.hash } : {}
  return { ...target, location: url, blockReason, outcome: { n, ...ask, ...spending } }
}

/** What rules ask of a request; what none asks for is not looked at. */
class RequestVisitor implements RuleVisitor {
  /** What a rule has to wait for before it is known whether it fits. */
  awaited: Promise<void> | null = null
  readonly #startedAt = performance.now()

  constructor(
    private readonly request: IncomingMessage,
    private readonly codeId: string,
    readonly at: number,
    private readonly dependencies: Dependencies,
  ) {}

  /** True also for what is not known yet, and then awaited. */
  hasTicket(ruleId: number, first: number): boolean {
    const found = this.dependencies.tickets.find(this.codeId, ruleId, first)
    if (typeof found === 'boolean') return found
    if (performance.now() - this.#startedAt >= TICKETS_WITHIN_MS) return false
    this.awaited = found
    return true
  }

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
