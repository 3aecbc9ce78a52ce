import type { IncomingMessage } from 'node:http'
import type { ClientAddress } from '../../platform/client-address'
import type { Clock } from '../../platform/clock'
import { callerOf } from '../../platform/rate-limit'
import { CallerLimit } from './caller-limit'
import { type CodeReport, readReport } from './report'
import type { Target } from './target'
import type { VisitorNames } from './visitor-salt'

const REPORTS_PER_HOUR = 10

/** Takes a posted report; answers what became of it. */
export type TakeReport = (
  request: IncomingMessage,
  target: Target & { location: string },
) => Promise<'reported' | 'incomplete' | 'too-many' | 'unavailable'>

export function createReports(parts: {
  storeReport(report: CodeReport): Promise<void>
  visitors: VisitorNames
  addressOf: ClientAddress
  clock: Clock
}): TakeReport {
  const { storeReport, visitors, addressOf, clock } = parts
  const limit = new CallerLimit(REPORTS_PER_HOUR, 3_600_000)
  return async (request, { codeId, location }) => {
    const address = addressOf(request)
    if (limit.waitSeconds(address) > 0) return 'too-many'
    const report = await readReport(request)
    if (!report) return 'incomplete'
    const at = clock.now().getTime()
    // Whoever changes the browser, or the address within his network, is no other visitor.
    const visitor = visitors.nameOf(callerOf(address), '', at)
    try {
      await storeReport({ codeId, ...report, target: location, visitor, at })
      return 'reported'
    } catch {
      return 'unavailable'
    }
  }
}
