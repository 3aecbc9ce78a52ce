import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/account'
import { BillingAdminPage } from '../../features/billing-admin'
import { canRead } from '../../lib/session/permissions'

/** The operator's screen requests nothing for somebody who may not see it. */
export function BillingAdminScreen() {
  const profile = useQuery(profileQuery)
  return <BillingAdminPage canRead={profile.data && canRead(profile.data, 'billing')} />
}
