import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OperatorPage } from '../../ui/page/operator-page'
import { TabLinks } from '../../ui/tabs/tab-links'
import tabs from '../../ui/tabs/tabs.module.css'
import { AuditView } from './audit-view'
import { ChecksView } from './checks-view'
import { ReceiptsView } from './receipts-view'
import { ReconciliationsView } from './reconciliations-view'
import { VIEWS } from './search'
import { TransfersView } from './transfers-view'
import { useListSearch } from './use-list-search'
import { WebhooksView } from './webhooks-view'

const SCREENS = {
  transfers: TransfersView,
  receipts: ReceiptsView,
  notices: WebhooksView,
  reconciliations: ReconciliationsView,
  checks: ChecksView,
  audit: AuditView,
}

export interface BillingAdminPageProps {
  /** Undefined until it is known. */
  canRead: boolean | undefined
}

/** /admin/billing: operators confirm and refund payments, and see whether the ledger balances. */
export function BillingAdminPage({ canRead }: BillingAdminPageProps) {
  const { t } = useTranslation('billing-admin')
  return (
    <OperatorPage title={t('title')} subtitle={t('subtitle')} canRead={canRead}>
      <Views />
    </OperatorPage>
  )
}

function Views() {
  const { t } = useTranslation('billing-admin')
  const { view } = useListSearch()
  const Screen = SCREENS[view]
  return (
    <>
      <TabLinks label={t('views')}>
        {VIEWS.map((each) => (
          <Link
            key={each}
            to="/admin/billing"
            search={{ view: each }}
            className={tabs.tab}
            aria-current={each === view ? 'page' : undefined}
          >
            {t(`view.${each}`)}
          </Link>
        ))}
      </TabLinks>
      <Screen />
    </>
  )
}
