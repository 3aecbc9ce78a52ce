import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import { ListSkeleton } from '../../ui/list-skeleton'
import { PageHead } from '../../ui/page-head'
import { Segments } from '../../ui/segments'
import { AuditView } from './audit-view'
import styles from './billing-admin.module.css'
import { ChecksView } from './checks-view'
import { ReceiptsView } from './receipts-view'
import { VIEWS } from './search'
import { TransfersView } from './transfers-view'
import { usePlace } from './use-place'

const SCREENS = {
  transfers: TransfersView,
  receipts: ReceiptsView,
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
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      {mayRead ? (
        <Views />
      ) : (
        <Card>
          {mayRead === undefined ? (
            <ListSkeleton />
          ) : (
            <EmptyState title={t('forbidden')} text={t('forbidden.text')} />
          )}
        </Card>
      )}
    </>
  )
}

function Views() {
  const { t } = useTranslation('billing-admin')
  const { view, toView } = usePlace()
  const Screen = SCREENS[view]
  return (
    <>
      <div className={styles.views}>
        <Segments
          label={t('views')}
          options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={toView}
        />
      </div>
      <Screen />
    </>
  )
}
