import { JOB_NAMES, type StatusJob } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { formatDateTime } from '../../lib/format/format'
import { Button } from '../../ui/button/button'
import list from '../../ui/list/list.module.css'
import { Table, TableCell } from '../../ui/table/table'
import { showToast } from '../../ui/toast/toasts'
import { useRun } from './api'
import { bySeverity, StateMark } from './state-icon'
import styles from './status.module.css'
import { useFigureText } from './units'

/** Scheduled jobs; a failed one can be run at once. */
export function JobsTable({ jobs }: { jobs: StatusJob[] }) {
  const { t } = useTranslation(['status', 'billing-admin'])
  if (jobs.length === 0) return <p className={`small muted ${styles.nothing}`}>{t('jobs.none')}</p>
  return (
    <Table className={list.table} aria-label={t('group.jobs')}>
      <thead>
        <tr>
          <th scope="col">{t('column.job')}</th>
          <th scope="col">{t('column.every')}</th>
          <th scope="col">{t('column.last-run')}</th>
          <th scope="col">{t('column.next-run')}</th>
          <th scope="col">{t('billing-admin:column.state')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {[...jobs].sort(bySeverity).map((job) => (
          <JobRow key={job.name} job={job} />
        ))}
      </tbody>
    </Table>
  )
}

function JobRow({ job: { name, everySeconds, stand, state, startedAt, nextAt } }: { job: StatusJob }) {
  const { t } = useTranslation(['status', 'billing-admin'])
  const textOf = useFigureText()
  const run = useRun(name)
  // A worker of another version may have a job that is new here.
  const known = JOB_NAMES.find((each) => each === name)
  const title = known ? t(`job.${known}`) : name
  const onRun = () =>
    run.mutate(undefined, {
      onSuccess: () => showToast({ kind: 'success', title: t('run.asked') }),
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
    })
  return (
    <tr>
      <TableCell label={t('column.job')}>
        <bdi>{title}</bdi>
      </TableCell>
      <TableCell label={t('column.every')}>{textOf(everySeconds, 'seconds')}</TableCell>
      <TableCell label={t('column.last-run')} className={`muted ${list.time}`}>
        {startedAt === null ? t('none') : <bdi dir="ltr">{formatDateTime(startedAt)}</bdi>}
      </TableCell>
      <TableCell label={t('column.next-run')} className={`muted ${list.time}`}>
        {nextAt === null ? '–' : <bdi dir="ltr">{formatDateTime(nextAt)}</bdi>}
      </TableCell>
      <TableCell label={t('billing-admin:column.state')}>
        <StateMark state={state} text={t(`stand.${stand}`)} />
      </TableCell>
      <td className={list.acts}>
        {state !== 'good' && (
          <Button
            size="sm"
            variant="light"
            loading={run.isPending}
            aria-label={t('run.of', { name: title })}
            onClick={onRun}
          >
            {t('run')}
          </Button>
        )}
      </td>
    </tr>
  )
}
