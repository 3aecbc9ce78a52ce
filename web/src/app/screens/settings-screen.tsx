import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/account'
import { SettingsPage } from '../../features/custom-domains'
import { actsAsAdmin } from '../../lib/session/permissions'

/** The settings, which show an administrator what to set on the server. */
export function SettingsScreen() {
  const { data: profile } = useQuery(profileQuery)
  return <SettingsPage isOperator={profile !== undefined && actsAsAdmin(profile)} />
}
