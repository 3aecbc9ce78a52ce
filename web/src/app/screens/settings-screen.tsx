import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { profileQuery } from '../../features/account'
import { CustomDomains } from '../../features/custom-domains'
import { actsAsAdmin } from '../../lib/session/permissions'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { SettingsFrame } from './settings-frame'

const ImportExport = lazy(async () => ({ default: (await import('./import-screens')).ImportExport }))

const ApiKeys = lazy(async () => ({ default: (await import('../../features/api-keys')).ApiKeys }))

const Members = lazy(async () => ({ default: (await import('../../features/workspaces')).Members }))

/** The settings; the domains show an administrator what to set on the server. */
export function SettingsScreen() {
  const { tab } = useParams({ strict: false })
  const { data: profile } = useQuery(profileQuery)
  if (tab === 'import-export')
    return (
      <SettingsFrame help="moving-in">
        <Suspense
          fallback={
            <Card>
              <ListSkeleton rows={4} />
            </Card>
          }
        >
          <ImportExport />
        </Suspense>
      </SettingsFrame>
    )
  if (tab === 'members' || tab === 'api-keys')
    return (
      <SettingsFrame help="working-together">
        <Suspense
          fallback={
            <Card>
              <ListSkeleton rows={4} />
            </Card>
          }
        >
          {tab === 'members' ? <Members /> : <ApiKeys />}
        </Suspense>
      </SettingsFrame>
    )
  return (
    <SettingsFrame help="own-domain">
      <CustomDomains isOperator={profile !== undefined && actsAsAdmin(profile)} />
    </SettingsFrame>
  )
}
