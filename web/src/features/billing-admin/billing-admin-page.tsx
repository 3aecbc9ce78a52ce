import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OperatorPage } from '../../ui/page/operator-page'
import tabs from '../../ui/tabs/tabs.module.css'
import { AuditView } from './audit-view'
import { ChecksView } from './checks-view'
import { ReceiptsView } from './receipts-view'
import { ReconciliationsView } from './reconciliations-view'
import { VIEWS } from './search'
import { TransfersView } from './transfers-view'
import { usePlace } from './use-list-search'
import { NoticesView } from './webhooks-view'

const SCREENS = {
  transfers: TransfersView,
  receipts: ReceiptsView,
  notices: NoticesView,
  reconciliations: ReconciliationsView,
  checks: ChecksView,
  audit: AuditView,
}

export interface BillingAdminPageProps {
  /** Undefined until it is known. */
  mayRead: boolean | undefined
}

/** /admin/billing: the operator confirms and refunds by hand, and sees whether the ledger is right. */
export function BillingAdminPage({ mayRead }: BillingAdminPageProps) {
  const { t } = useTranslation('billing-admin')
  return (
    <OperatorPage title={t('title')} subtitle={t('subtitle')} mayRead={mayRead}>
      <Views />
    </OperatorPage>
  )
}

function Views() {
  const { t } = useTranslation('billing-admin')
  const { view } = usePlace()
  const Screen = SCREENS[view]
  return (
    <>
      <nav className={tabs.tabs} aria-label={t('views')}>
        {VIEWS.map((each) => (
          <Link
            key={each}
            to="/admin/billing"
            search={{ view: each }}
            className={tabs.tab}
            aria-current={each === view ? 'page' : undefined}
            ref={each === view ? bringIntoView : null}
          >
            {t(`view.${each}`)}
          </Link>
        ))}
      </nav>
      <Screen />
    </>
  )
}

/** Where the line of tabs is longer than a phone is wide. */
const bringIntoView = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
