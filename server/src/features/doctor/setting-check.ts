import { trialReason } from '@scanleaf/shared'
import type { Config } from '../../platform/config/config'
import type { Db } from '../../platform/db/database'
import type { Finding } from '../../platform/finding'
import { lacksProxies } from '../../platform/http/client-address'
import { listProcesses } from '../../platform/processes'

export type SettingFault = 'codes-trial' | 'proxies-unlisted'

/** A process that has not said anything for longer has ended, and with it what it saw. */
const SEEN_WITHIN_MS = 60_000

const TRIALS = {
  'this-machine': 'no other device opens the address in the codes',
  'this-network': 'only devices in this network open the address in the codes',
  'no-https': 'the address in the codes is without https',
}

/** Settings with which codes work on the desk of the operator, and not for others. */
export async function findSettingFaults(
  db: Db,
  config: Pick<Config, 'appUrl' | 'codeHost' | 'trustedProxies'>,
  now: Date,
): Promise<Finding<SettingFault>[]> {
  const trial = trialReason(config.codeHost)
  const live = (await listProcesses(db)).filter(
    ({ seenAt, figures }) =>
      figures.unlistedProxies > 0 && now.getTime() - seenAt.getTime() <= SEEN_WITHIN_MS,
  )
  return [
    ...(trial === null
      ? []
      : [{ fault: 'codes-trial' as const, subject: config.codeHost, detail: TRIALS[trial] }]),
    ...(lacksProxies(config)
      ? [
          {
            fault: 'proxies-unlisted' as const,
            subject: config.appUrl,
            detail: 'https is served by a proxy, and TRUSTED_PROXIES lists none',
          },
        ]
      : []),
    ...live.map(({ role, machine, pid, figures }) => ({
      fault: 'proxies-unlisted' as const,
      subject: `${role} ${machine}:${pid}`,
      detail: `requests that an unlisted proxy forwarded within five minutes: ${figures.unlistedProxies}`,
    })),
  ]
}
