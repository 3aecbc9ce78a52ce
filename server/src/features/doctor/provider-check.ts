import type { Config } from '../../platform/config/config'
import type { Finding } from '../../platform/finding'
import { readProvider } from '../account'

export type ProviderFault =
  | 'provider-away'
  | 'provider-misconfigured'
  | 'provider-without-pkce'
  | 'provider-clock-differs'

const MAX_CLOCK_DIFFERENCE_S = 30

/** What is wrong with the providers of OIDC_FILE, as far as they say it themselves. */
export async function findProviderFaults({
  signInProviders,
}: Pick<Config, 'signInProviders'>): Promise<Finding<ProviderFault>[]> {
  const findings = await Promise.all(
    signInProviders.map(async (provider): Promise<Finding<ProviderFault>[]> => {
      const subject = provider.name
      const said = await readProvider(provider)
      if ('error' in said) {
        const fault = said.isMisconfigured ? 'provider-misconfigured' : 'provider-away'
        return [{ fault, subject, detail: said.error }]
      }
      const { hasPkce, clockDifferenceS } = said
      const isOff = Math.abs(clockDifferenceS) > MAX_CLOCK_DIFFERENCE_S
      const pkce: Finding<ProviderFault> = {
        fault: 'provider-without-pkce',
        subject,
        detail: 'it does not name S256 among its code challenges',
      }
      const clock: Finding<ProviderFault> = {
        fault: 'provider-clock-differs',
        subject,
        detail: `its clock is ${Math.round(clockDifferenceS)} seconds from that of this machine`,
      }
      return [...(hasPkce ? [] : [pkce]), ...(isOff ? [clock] : [])]
    }),
  )
  return findings.flat()
}
