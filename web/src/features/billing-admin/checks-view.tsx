import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import styles from '../../ui/list/list.module.css'
import { ListCard } from '../../ui/list/list-card'
import { Table, TableCell } from '../../ui/table/table'
import { checksQuery, useCheckNow } from './api'
import { Findings } from './findings'
import { RunButton } from './run-button'
import { useListSearch } from './use-list-search'

/** Findings of the ledger checks. */
export function ChecksView() {
  const { t } = useTranslation('billing-admin')
  const { page, go } = useListSearch()
  const list = useQuery(checksQuery(page))
  return (
    <ListCard
      onPage={(page) => go({ page })}
      list={list}
      empty={t('checks.empty')}
      tools={<RunButton text={t('checks.now')} run={useCheckNow()} />}
    >
      {(checks) => (
        <Table className={styles.table} aria-label={t('view.checks')}>
          <thead>
            <tr>
              <th scope="col">{t('column.time')}</th>
              <th scope="col">{t('column.result')}</th>
            </tr>
          </thead>
          <tbody>
            {checks.map((each) => (
              <tr key={each.id}>
                <TableCell label={t('column.time')} className={`muted ${styles.time}`}>
                  {formatDateTime(each.at)}
                </TableCell>
                <TableCell label={t('column.result')}>
                  <Findings
                    findings={each.findings.map(({ invariant, subject, expected, found }) => ({
                      key: `${invariant} ${subject}`,
                      name: `${invariant} ${subject}`,
                      text: t('checks.finding', { expected, found }),
                    }))}
                  />
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </ListCard>
  )
}
