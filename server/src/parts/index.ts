import { openGateways } from '../features/gateways'
import type { AnyPart } from '../platform/lifecycle'
import { TrustedClock } from '../platform/trusted-clock'
import { backgroundParts } from './background-parts'
import { databasePart } from './database-part'
import { EVERYWHERE, type PartDependencies, type Parts, part, type SharedDependencies } from './declare-part'
import { scanImporters, visitorParts } from './scan-parts'
import { metricsPart, startupPart, webPart } from './web-parts'

export type { Parts }

/** The parts of the program, in the order in which they start; they stop in the reverse one. */
export function declareParts(given: PartDependencies): AnyPart<Parts>[] {
  const { config, log, tracer } = given
  const { role, appUrl, payments, billing } = config
  const clock = new TrustedClock()
  const gateways = billing ? openGateways(payments, { clock, appUrl }) : []
  const shared: SharedDependencies = { ...given, clock, gateways }
  return [
    part({
      name: 'tracing',
      roles: EVERYWHERE,
      needs: [],
      start: async () => tracer,
    }),
    startupPart(shared),
    databasePart(shared),
    ...scanImporters(shared),
    ...visitorParts(shared),
    part({
      name: 'clock',
      roles: EVERYWHERE,
      needs: ['database'],
      start: async ({ database: { opened } }) =>
        clock.follow(await opened, { log, isWatching: role === 'all' || role === 'worker' }),
    }),
    webPart(shared),
    metricsPart(shared),
    ...backgroundParts(shared),
  ]
}
