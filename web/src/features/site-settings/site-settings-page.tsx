import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { OperatorPage } from '../../ui/page/operator-page'
import { LoadError } from '../../ui/state/load-error'
import { AccountsCard } from './accounts-card'
import { siteSettingsQuery } from './api'
import { LookCard } from './look-card'
import { MailCard } from './mail-card'
import styles from './site-settings.module.css'

export interface SiteSettingsPageProps {
  /** Undefined until it is known. */
  canRead: boolean | undefined
}

/** /admin/site-settings: what an administrator changes while the server runs. */
export function SiteSettingsPage({ canRead }: SiteSettingsPageProps) {
  const { t } = useTranslation('site-settings')
  return (
    <OperatorPage title={t('title')} subtitle={t('subtitle')} canRead={canRead}>
      <Cards />
    </OperatorPage>
  )
}

function Cards() {
  const { data: settings, isError, refetch } = useQuery(siteSettingsQuery)
  if (!settings) return <Card>{isError ? <LoadError onRetry={refetch} /> : <ListSkeleton />}</Card>
  return (
    <div className={`stack gap-8 ${styles.cards}`}>
      <LookCard settings={settings} />
      <AccountsCard settings={settings} />
      <MailCard setting={settings.mail} />
    </div>
  )
}
