import type { StatusProcess } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import list from '../../ui/list/list.module.css'
import { Table, TableCell } from '../../ui/table/table'
import { StateMark } from './state-icon'
import { formatBytes } from './units'

/** Every process that runs over the database, or ran within a day and did not say that it ends. */
export function ProcessesTable({ processes }: { processes: StatusProcess[] }) {
  const { t } = useTranslation(['status', 'billing-admin'])
  const language = useLanguage()
  return (
    <Table className={list.table} aria-label={t('group.processes')}>
      <thead>
        <tr>
          <th scope="col">{t('column.part')}</th>
          <th scope="col">{t('column.machine')}</th>
          <th scope="col">{t('column.since')}</th>
          <th scope="col">{t('column.seen')}</th>
          <th scope="col">{t('column.memory')}</th>
          <th scope="col">{t('billing-admin:column.state')}</th>
        </tr>
      </thead>
      <tbody>
        {processes.map(({ role, version, machine, pid, startedAt, seenAt, memoryBytes, state }) => (
          <tr key={`${machine}:${pid}:${startedAt}`}>
            <TableCell label={t('column.part')}>
              <bdi dir="ltr" className={`small ${list.reference}`}>
                {role} {version}
              </bdi>
            </TableCell>
            <TableCell label={t('column.machine')} className={list.content}>
              <bdi dir="ltr">
                {machine}:{pid}
              </bdi>
            </TableCell>
            <TableCell label={t('column.since')} className={`muted ${list.time}`}>
              <bdi dir="ltr">{formatDateTime(startedAt)}</bdi>
            </TableCell>
            <TableCell label={t('column.seen')} className={`muted ${list.time}`}>
              <bdi dir="ltr">{formatDateTime(seenAt)}</bdi>
            </TableCell>
            <TableCell label={t('column.memory')}>{formatBytes(memoryBytes, language)}</TableCell>
            <TableCell label={t('billing-admin:column.state')}>
              <StateMark state={state} />
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
