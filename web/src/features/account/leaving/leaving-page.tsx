import { useTranslation } from 'react-i18next'
import { HelpLink } from '../../../ui/page/help-link'
import { PageHeader } from '../../../ui/page/page-header'
import { AccountTabs } from '../account-tabs'
import styles from '../profile/profile-page.module.css'
import { DeletionCard } from './deletion-card'
import { ExportCard } from './export-card'

/** /account/leaving: what a person can take along, and the end of the account. */
export function LeavingPage() {
  const { t } = useTranslation(['leaving', 'account'])
  return (
    <div className={styles.page}>
      <PageHeader title={t('account:tabs')}>
        <HelpLink slug="account-and-safety" />
      </PageHeader>
      <AccountTabs />
      <div className="stack gap-8">
        <ExportCard />
        <DeletionCard />
      </div>
    </div>
  )
}
