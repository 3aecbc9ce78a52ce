import type { Webhook } from '@scanleaf/shared'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { SegmentedControl } from '../../ui/segmented-control/segmented-control'
import { LoadError } from '../../ui/state/load-error'
import { Table } from '../../ui/table/table'
import { showToast } from '../../ui/toast/toasts'
import { deliveriesQuery, useSendAgain } from './api'
import { DeliveryRow } from './delivery-row'
import styles from './webhooks.module.css'

const ID_HEADER = 'webhook-id'

/** What was sent to a webhook in the last 30 days, with each answer. */
export function Deliveries({ webhook: { id, failed } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const [which, setWhich] = useState<'all' | 'failed'>('all')
  const deliveries = useInfiniteQuery(deliveriesQuery(id, which === 'failed'))
  const again = useSendAgain(id)
  const rows = deliveries.data?.pages.flatMap(({ result }) => result)
  const sendAgain = (eventId?: string) =>
    again.mutate(eventId, {
      onSuccess: () => showToast({ kind: 'success', title: t('again.done') }),
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, error.message) }),
    })
  return (
    <Card className={styles.card ?? ''} aria-labelledby={`deliveries-${id}`}>
      <div className={styles.listHead}>
        <h2 id={`deliveries-${id}`}>{t('deliveries')}</h2>
        <SegmentedControl
          label={t('deliveries')}
          options={[
            { value: 'all', label: t('all') },
            { value: 'failed', label: t('failed') },
          ]}
          value={which}
          onChange={setWhich}
        />
      </div>
      {!rows && (deliveries.isError ? <LoadError onRetry={deliveries.refetch} /> : <ListSkeleton rows={3} />)}
      {rows?.length === 0 && (
        <p className={`muted ${styles.none}`}>{t(which === 'all' ? 'none' : 'none.failed')}</p>
      )}
      {rows && rows.length > 0 && (
        <Table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('column.event')}</th>
              <th scope="col">{t('column.answer')}</th>
              <th scope="col">
                <span dir="ltr">{ID_HEADER}</span>
              </th>
              <th scope="col">{t('column.took')}</th>
              <th scope="col">{t('column.at')}</th>
              <th scope="col">
                <span className="visually-hidden">{t('again')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((delivery) => (
              <DeliveryRow key={delivery.eventId} delivery={delivery} onAgain={sendAgain} />
            ))}
          </tbody>
        </Table>
      )}
      <div className={styles.foot}>
        <span className="small muted">{t('kept')}</span>
        <span className="row wrap gap-4">
          {failed > 0 && (
            <Button size="sm" variant="default" loading={again.isPending} onClick={() => sendAgain()}>
              {t('again.failed')}
            </Button>
          )}
          {deliveries.hasNextPage && (
            <Button
              size="sm"
              variant="default"
              loading={deliveries.isFetchingNextPage}
              onClick={() => void deliveries.fetchNextPage()}
            >
              {t('older')}
            </Button>
          )}
        </span>
      </div>
    </Card>
  )
}
