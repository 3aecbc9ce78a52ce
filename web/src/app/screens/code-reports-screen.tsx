import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/account'
import { CodeReportsPage } from '../../features/code-reports'
import { rightsOf } from '../../lib/session/permissions'

/** The operator's screen requests nothing for somebody who may not see it. */
export function CodeReportsScreen() {
  const { data: profile } = useQuery(profileQuery)
  const may = profile && rightsOf(profile)
  return (
    <CodeReportsPage
      canRead={may?.('code-reports', 'read')}
      mayUpdate={may?.('code-reports', 'update') ?? false}
    />
  )
}
