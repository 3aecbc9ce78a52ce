import type { LedgerCheck } from '@scanleaf/shared'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/formats'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toasts'
import { checksQuery, useCheckNow } from './api'
import styles from './billing-admin.module.css'
import { ListCard } from './list-card'
import { usePlace } from './use-place'

/** What the checks of the ledger found: nothing, when every sum is right. */
export function ChecksView() {
  const { t } = useTranslation('billing-admin')
  const { page } = usePlace()
  const list = useQuery(checksQuery(page))
  const check = useCheckNow()
  return (
    <ListCard
      list={list}
      empty={t('checks.empty')}
      tools={
        <Button
          size="sm"
          loading={check.isPending}
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
          onClick={() =>
            check.mutate(undefined, {
              onError: (error) => showToast({ kind: 'error', title: error.message }),
            })
          }
        >
          {t('checks.now')}
        </Button>
      }
    >
      {(checks) => (
        <table className={styles.table} aria-label={t('view.checks')}>
          <thead>
            <tr>
              <th scope="col">{t('column.time')}</th>
              <th scope="col">{t('column.result')}</th>
            </tr>
          </thead>
          <tbody>
            {checks.map((each) => (
              <tr key={each.id}>
                <td className={styles.time}>{formatDateTime(each.at)}</td>
                <td>
                  <Findings findings={each.findings} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ListCard>
  )
}

function Findings({ findings }: { findings: LedgerCheck['findings'] }) {
  const { t } = useTranslation('billing-admin')
  if (findings.length === 0)
    return (
      <span className={styles.chip} data-status="succeeded">
        {t('checks.right')}
      </span>
    )
  return (
    <>
      <span className={styles.chip} data-status="failed">
        {t('checks.wrong', { count: findings.length })}
      </span>
      <ul className={styles.findings}>
        {findings.map(({ invariant, subject, expected, found }) => (
          <li key={`${invariant} ${subject}`}>
            <code dir="ltr">
              {invariant} {subject}
            </code>
            <span className={styles.small}>{t('checks.finding', { expected, found })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
