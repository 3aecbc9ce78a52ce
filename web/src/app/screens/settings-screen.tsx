import type { HelpSlug, SettingsTab } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { profileQuery } from '../../features/account'
import { CustomDomains } from '../../features/custom-domains'
import { actsAsAdmin } from '../../lib/session/permissions'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { SettingsFrame } from './settings-frame'

/** The tabs that load apart, each with its page of the help. */
const TABS: Record<Exclude<SettingsTab, 'domain'>, { help: HelpSlug; Tab: ComponentType }> = {
  members: {
    help: 'working-together',
    Tab: lazy(async () => ({ default: (await import('./members-screen')).MembersScreen })),
  },
  connect: {
    help: 'other-programs',
    Tab: lazy(async () => ({ default: (await import('../../features/api-keys/connect/connect')).Connect })),
  },
  'api-keys': {
    help: 'other-programs',
    Tab: lazy(async () => ({ default: (await import('../../features/api-keys')).ApiKeys })),
  },
  webhooks: {
    help: 'other-programs',
    Tab: lazy(async () => ({ default: (await import('../../features/webhooks')).Webhooks })),
  },
  'import-export': {
    help: 'moving-in',
    Tab: lazy(async () => ({ default: (await import('./import-screens')).ImportExport })),
  },
}
const isTab = (tab: string): tab is keyof typeof TABS => Object.hasOwn(TABS, tab)

/** The settings; the domains show an administrator what to set on the server. */
export function SettingsScreen() {
  const { tab = '' } = useParams({ strict: false })
  const { data: profile } = useQuery(profileQuery)
  if (!isTab(tab))
    return (
      <SettingsFrame help="own-domain">
        <CustomDomains isOperator={profile !== undefined && actsAsAdmin(profile)} />
      </SettingsFrame>
    )
  const { help, Tab } = TABS[tab]
  return (
    <SettingsFrame help={help}>
      <Suspense
        fallback={
          <Card>
            <ListSkeleton rows={4} />
          </Card>
        }
      >
        <Tab />
      </Suspense>
    </SettingsFrame>
  )
}
