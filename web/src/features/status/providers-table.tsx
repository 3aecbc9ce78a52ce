import type { StatusProvider } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import list from '../../ui/list/list.module.css'
import { Table, TableCell } from '../../ui/table/table'
import { StateMark } from './state-icon'
import styles from './status.module.css'

/** The gateways and bank feeds whose keys are set, and when they last sent a webhook. */
export function ProvidersTable({ providers }: { providers: StatusProvider[] }) {
  const { t } = useTranslation(['status', 'billing-admin'])
  if (providers.length === 0) return <p className={`small muted ${styles.nothing}`}>{t('providers.none')}</p>
  return (
    <Table className={list.table} aria-label={t('group.money')}>
      <thead>
        <tr>
          <th scope="col">{t('billing-admin:column.provider')}</th>
          <th scope="col">{t('column.notice')}</th>
          <th scope="col">{t('billing-admin:column.result')}</th>
          <th scope="col">{t('billing-admin:column.state')}</th>
        </tr>
      </thead>
      <tbody>
        {providers.map(({ provider, lastAt, lastOutcome, state }) => (
          <tr key={provider}>
            <TableCell label={t('billing-admin:column.provider')}>
              {t(`billing-admin:provider.${provider}`)}
            </TableCell>
            <TableCell label={t('column.notice')} className={`muted ${list.time}`}>
              {lastAt === null ? t('none') : <bdi dir="ltr">{formatDateTime(lastAt)}</bdi>}
            </TableCell>
            <TableCell label={t('billing-admin:column.result')}>
              {lastOutcome === null ? t('none') : t(`billing-admin:outcome.${lastOutcome}`)}
            </TableCell>
            <TableCell label={t('billing-admin:column.state')}>
              <StateMark state={state} />
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
