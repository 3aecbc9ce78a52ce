import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../features/custom-domains/api'
import { useSession } from '../lib/session/session'

/** The verified domain that the account uses for its links. */
export function useOwnLinkBase(): string | null {
  const session = useSession()
  const { data } = useQuery({ ...settingsQuery, enabled: session !== null })
  const isInUse = data?.qrcodeDomainVerified && data.qrcodeDomainEnabled
  return isInUse ? `https://${data.qrcodeDomain}` : null
}
