import {
  type InstallationStatus,
  STATUS_CHECKS,
  STATUS_STATES,
  STATUS_THRESHOLDS,
  type StatusGroup,
} from '@scanleaf/shared'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { Card } from '../../ui/card/card'
import { FigureRow } from './figure-row'
import { JobsTable } from './jobs-table'
import { ProcessesTable } from './processes-table'
import { ProvidersTable } from './providers-table'
import { StateMark } from './state-icon'
import styles from './status.module.css'

/** Single items, under the metrics of their group. */
const DETAILS: Partial<Record<StatusGroup, (status: InstallationStatus) => ReactNode>> = {
  processes: ({ processes }) => <ProcessesTable processes={processes} />,
  jobs: ({ jobs }) => <JobsTable jobs={jobs} />,
  money: ({ providers }) => <ProvidersTable providers={providers} />,
  data: ({ database }) => <Database database={database} />,
}

/** Side by side where there is room. */
const NARROW: readonly StatusGroup[] = ['codes', 'data']

/** A part of the installation; none where nothing of it is there, as payments of who sells nothing. */
export function GroupCard({ group, status }: { group: StatusGroup; status: InstallationStatus }) {
  const { t } = useTranslation('status')
  const id = `status-${group}`
  const figures = status.figures
    .filter(({ check }) => STATUS_THRESHOLDS[check].group === group)
    .sort((one, other) => STATUS_CHECKS.indexOf(one.check) - STATUS_CHECKS.indexOf(other.check))
  if (figures.length === 0) return null
  const state = STATUS_STATES.findLast((each) => figures.some((figure) => figure.state === each)) ?? 'good'
  return (
    <Card
      className={styles.group ?? ''}
      aria-labelledby={id}
      data-wide={!NARROW.includes(group) || undefined}
    >
      <div className={styles.head}>
        <h2 id={id}>{t(`group.${group}`)}</h2>
        <StateMark state={state} />
      </div>
      <ul className={styles.rows}>
        {figures.map((figure) => (
          <FigureRow key={figure.check} figure={figure} />
        ))}
      </ul>
      {DETAILS[group]?.(status)}
    </Card>
  )
}

function Database({ database: { engine, migration, migratedAt } }: Pick<InstallationStatus, 'database'>) {
  const { t } = useTranslation('status')
  return (
    <p className={styles.nothing}>
      {t(`engine.${engine}`)} · {t('schema')}{' '}
      <bdi dir="ltr">
        {migration}, {formatDateTime(migratedAt)}
      </bdi>
    </p>
  )
}
