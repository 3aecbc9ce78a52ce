import { formatVnd } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import styles from '../../ui/list/list.module.css'
import { ListCard } from '../../ui/list/list-card'
import { Table, TableCell } from '../../ui/table/table'
import { auditQuery } from './api'
import { useListSearch } from './use-list-search'

/** Audit log of operator actions on money. */
export function AuditView() {
  const { t } = useTranslation('billing-admin')
  const language = useLanguage()
  const { page, go } = useListSearch()
  const list = useQuery(auditQuery(page))
  return (
    <ListCard onPage={(page) => go({ page })} list={list} empty={t('audit.empty')}>
      {(actions) => (
        <Table className={styles.table} aria-label={t('view.audit')}>
          <thead>
            <tr>
              <th scope="col">{t('column.time')}</th>
              <th scope="col">{t('column.operator')}</th>
              <th scope="col">{t('column.act')}</th>
              <th scope="col">{t('column.reference')}</th>
              <th scope="col">{t('field.reason')}</th>
              <th scope="col" className={styles.money}>
                {t('field.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {actions.map(({ id, at, by, action, subject, reason, amount }) => (
              <tr key={id}>
                <TableCell label={t('column.time')} className={`muted ${styles.time}`}>
                  {formatDateTime(at)}
                </TableCell>
                <TableCell label={t('column.operator')} className={styles.content}>
                  <bdi dir="ltr">{by}</bdi>
                </TableCell>
                <TableCell label={t('column.act')}>{t(`act.${action}`)}</TableCell>
                <TableCell label={t('column.reference')} className={styles.content}>
                  <bdi className={`small ${styles.reference}`} dir="ltr">
                    {subject}
                  </bdi>
                </TableCell>
                <TableCell label={t('field.reason')} className={styles.content}>
                  <bdi>{reason || '–'}</bdi>
                </TableCell>
                <TableCell label={t('field.amount')} className={styles.money}>
                  {amount === null ? '–' : <bdi dir="ltr">{formatVnd(amount, language)}</bdi>}
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </ListCard>
  )
}
