import { SETTINGS_TABS } from '@scanleaf/shared'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDeferredData } from '../../lib/use-deferred-data'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { HelpLink } from '../../ui/page/help-link'
import { PageHeader } from '../../ui/page/page-header'
import { LoadError } from '../../ui/state/load-error'
import { TabLinks } from '../../ui/tabs/tab-links'
import tabs from '../../ui/tabs/tabs.module.css'
import { settingsQuery } from './api'
import { DomainTab } from './domain-tab'
import styles from './settings.module.css'

/**
 * Settings of the account (billing-spec §2.4): its custom domains.
 * @param isOperator whether the viewer runs the installation, and can enable custom domains
 */
export function SettingsPage({ isOperator }: { isOperator: boolean }) {
  const { t } = useTranslation('settings')
  const settings = useQuery(settingsQuery)
  const data = useDeferredData(settings.data)
  return (
    <div className={styles.page}>
      <PageHeader title={t('title')}>
        <HelpLink slug="own-domain" />
      </PageHeader>
      <TabLinks label={t('title')}>
        {SETTINGS_TABS.map((tab) => (
          <Link
            key={tab}
            to="/settings/$tab"
            params={{ tab }}
            activeOptions={{ includeSearch: false }}
            className={tabs.tab}
          >
            <IconWorld size={17} stroke={1.7} aria-hidden />
            {t(`tab.${tab}`)}
          </Link>
        ))}
      </TabLinks>
      {!data && !settings.isError && (
        <Card>
          <ListSkeleton />
        </Card>
      )}
      {settings.isError && !settings.data && (
        <Card>
          <LoadError onRetry={() => settings.refetch()} />
        </Card>
      )}
      {data && <DomainTab settings={data} isOperator={isOperator} />}
    </div>
  )
}
