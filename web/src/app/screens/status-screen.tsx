import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/account'
import { StatusPage } from '../../features/status'
import { actsAsAdmin } from '../../lib/session/permissions'

/** The operator's screen requests nothing for somebody who may not see it. */
export function StatusScreen() {
  const { data: profile } = useQuery(profileQuery)
  return <StatusPage canRead={profile && actsAsAdmin(profile)} />
}
