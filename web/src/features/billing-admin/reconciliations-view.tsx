import { formatNumber, formatVnd, type Reconciliation, WEBHOOK_PROVIDERS } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from '../../ui/list/list.module.css'
import { ListCard } from '../../ui/list/list-card'
import { Table, TableCell } from '../../ui/table/table'
import { reconciliationsQuery, useReconcileNow } from './api'
import { Findings } from './findings'
import { RunButton } from './run-button'
import { useListSearch } from './use-list-search'

/** Reconciliations of the ledger with the providers. */
export function ReconciliationsView() {
  const { t } = useTranslation('billing-admin')
  const { page, go } = useListSearch()
  const list = useQuery(reconciliationsQuery(page))
  return (
    <ListCard
      onPage={(page) => go({ page })}
      list={list}
      empty={t('reconciliations.empty')}
      tools={<RunButton text={t('reconciliations.now')} run={useReconcileNow()} />}
    >
      {(reconciliations) => (
        <Table className={styles.table} aria-label={t('view.reconciliations')}>
          <thead>
            <tr>
              <th scope="col">{t('column.time')}</th>
              <th scope="col">{t('column.provider')}</th>
              <th scope="col">{t('column.period')}</th>
              <th scope="col">{t('column.compared')}</th>
              <th scope="col">{t('column.result')}</th>
            </tr>
          </thead>
          <tbody>
            {reconciliations.map((each) => (
              <Row key={each.id} reconciliation={each} />
            ))}
          </tbody>
        </Table>
      )}
    </ListCard>
  )
}

function Row({
  reconciliation: { at, provider, from, to, compared, findings },
}: {
  reconciliation: Reconciliation
}) {
  const { t } = useTranslation('billing-admin')
  const language = useLanguage()
  const known = WEBHOOK_PROVIDERS.find((each) => each === provider)
  const vnd = (amount: number) => formatVnd(amount, language)
  return (
    <tr>
      <TableCell label={t('column.time')} className={`muted ${styles.time}`}>
        {formatDateTime(at)}
      </TableCell>
      <TableCell label={t('column.provider')}>{known ? t(`provider.${known}`) : provider}</TableCell>
      <TableCell label={t('column.period')} className={`muted ${styles.time}`}>
        <bdi dir="ltr">
          {formatDateTime(from)}
          <br />
          {formatDateTime(to)}
        </bdi>
      </TableCell>
      <TableCell label={t('column.compared')}>{formatNumber(compared, language)}</TableCell>
      <TableCell label={t('column.result')}>
        <Findings
          findings={findings.map(({ drift, subject, here, there }) => ({
            key: `${drift} ${subject}`,
            name: subject,
            text: (
              <>
                {t(`drift.${drift}`)} · {t('drift.amounts', { here: vnd(here), there: vnd(there) })}
              </>
            ),
          }))}
        />
      </TableCell>
    </tr>
  )
}
