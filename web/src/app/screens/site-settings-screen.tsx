import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/account'
import { SiteSettingsPage } from '../../features/site-settings'
import { actsAsAdmin } from '../../lib/session/permissions'

/** The operator's screen requests nothing for somebody who may not see it. */
export function SiteSettingsScreen() {
  const { data: profile } = useQuery(profileQuery)
  return <SiteSettingsPage canRead={profile && actsAsAdmin(profile)} />
}
