import { type HelpSlug, SETTINGS_TABS, type SettingsTab } from '@scanleaf/shared'
import IconArrowsDownUp from '@tabler/icons-react/dist/esm/icons/IconArrowsDownUp.mjs'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconWebhook from '@tabler/icons-react/dist/esm/icons/IconWebhook.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { profileQuery } from '../../features/account'
import { useConfig } from '../../lib/config'
import { hasChosenWorkspace, useMay } from '../../lib/session/workspace'
import { HelpLink } from '../../ui/page/help-link'
import { PageHeader } from '../../ui/page/page-header'
import { TabLinks } from '../../ui/tabs/tab-links'
import tabs from '../../ui/tabs/tabs.module.css'

const ICONS: Record<SettingsTab, typeof IconWorld> = {
  domain: IconWorld,
  members: IconUsers,
  connect: IconPlugConnected,
  'api-keys': IconKey,
  webhooks: IconWebhook,
  'import-export': IconArrowsDownUp,
}

/** The settings of the account (billing-spec §2.4): their tabs, over the one that is open. */
export function SettingsFrame({ help, children }: { help: HelpSlug; children: ReactNode }) {
  const { t } = useTranslation('settings')
  const mayIntegrate = useMay('integrations:write')
  const isShown: Partial<Record<SettingsTab, boolean>> = {
    members: useShowsMembers(),
    connect: mayIntegrate,
    'api-keys': mayIntegrate,
    webhooks: useMay('webhooks:write'),
  }
  const shown = SETTINGS_TABS.filter((tab) => isShown[tab] ?? true)
  return (
    <>
      <PageHeader title={t('title')}>
        <HelpLink slug={help} />
      </PageHeader>
      <TabLinks label={t('title')}>
        {shown.map((tab) => {
          const Icon = ICONS[tab]
          return (
            <Link
              key={tab}
              to="/settings/$tab"
              params={{ tab }}
              activeOptions={{ includeSearch: false }}
              className={`row muted gap-4 ${tabs.tab}`}
            >
              <Icon size={17} stroke={1.7} aria-hidden />
              {t(`tab.${tab}`)}
            </Link>
          )
        })}
      </TabLinks>
      {children}
    </>
  )
}

/** A person alone finds the way to it in their profile, unless that is of another service. */
function useShowsMembers(): boolean {
  const { tab } = useParams({ strict: false })
  const { hasEmbeddedAccount } = useConfig()
  const { data: profile } = useQuery(profileQuery)
  return (
    !hasEmbeddedAccount || tab === 'members' || profile?.sharesWorkspaces === true || hasChosenWorkspace()
  )
}
