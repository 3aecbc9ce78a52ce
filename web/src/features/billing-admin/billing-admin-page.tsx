import type { PendingWork } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pendingQuery } from '../../lib/operations/pending'
import { PendingCount } from '../../ui/badge/pending-count'
import { OperatorPage } from '../../ui/page/operator-page'
import { TabLinks } from '../../ui/tabs/tab-links'
import tabs from '../../ui/tabs/tabs.module.css'
import { AuditView } from './audit-view'
import { ChecksView } from './checks-view'
import { ReceiptsView } from './receipts-view'
import { ReconciliationsView } from './reconciliations-view'
import { VIEWS, type View } from './search'
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

/** What waits in a view. */
const WAITING: Partial<Record<View, keyof PendingWork>> = {
  transfers: 'transfers',
  receipts: 'receipts',
  checks: 'findings',
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
  const { data: pending } = useQuery(pendingQuery)
  const waitingIn = (each: View) => {
    const name = WAITING[each]
    return name && pending?.[name]
  }
  return (
    <>
      <TabLinks label={t('views')}>
        {VIEWS.map((each) => (
          <Link
            key={each}
            to="/admin/billing"
            search={{ view: each }}
            className={`row muted gap-4 ${tabs.tab}`}
            aria-current={each === view ? 'page' : undefined}
          >
            {t(`view.${each}`)}
            <PendingCount count={waitingIn(each)} />
          </Link>
        ))}
      </TabLinks>
      <Screen />
    </>
  )
}
