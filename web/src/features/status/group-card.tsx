import {
  type InstallationStatus,
  STATUS_CHECKS,
  STATUS_STATES,
  STATUS_THRESHOLDS,
  type StatusGroup,
  type StatusState,
} from '@scanleaf/shared'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format/format'
import { Card } from '../../ui/card/card'
import { Disclosure } from '../../ui/disclosure/disclosure'
import { FigureRow } from './figure-row'
import { JobsTable } from './jobs-table'
import { ProcessesTable } from './processes-table'
import { ProvidersTable } from './providers-table'
import { bySeverity, StateMark } from './state-icon'
import styles from './status.module.css'

/** Single items, under the metrics of their group. */
const DETAILS: Partial<Record<StatusGroup, (status: InstallationStatus) => ReactNode>> = {
  processes: ({ processes }) => <ProcessesTable processes={processes} />,
  jobs: ({ jobs }) => <JobsTable jobs={jobs} />,
  money: ({ providers }) => <ProvidersTable providers={providers} />,
  data: ({ database }) => <Database database={database} />,
}

/** How bad a group is; null where nothing of it is there, as payments of who sells nothing. */
export function stateOfGroup(group: StatusGroup, { figures }: InstallationStatus): StatusState | null {
  const own = figures.filter(({ check }) => STATUS_THRESHOLDS[check].group === group)
  return STATUS_STATES.findLast((each) => own.some(({ state }) => state === each)) ?? null
}

export interface GroupCardProps {
  group: StatusGroup
  state: StatusState
  status: InstallationStatus
}

/** A part of the installation: one line while it is healthy, until somebody opens it. */
export function GroupCard({ group, state, status }: GroupCardProps) {
  const { t } = useTranslation('status')
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? state !== 'good'
  const figures = status.figures
    .filter(({ check }) => STATUS_THRESHOLDS[check].group === group)
    .sort(
      (one, other) =>
        bySeverity(one, other) || STATUS_CHECKS.indexOf(one.check) - STATUS_CHECKS.indexOf(other.check),
    )
  return (
    <Card className={styles.group ?? ''} id={`status-${group}`}>
      <Disclosure
        look="row"
        title={
          <>
            <h2 className="fill">{t(`group.${group}`)}</h2>
            <StateMark state={state} />
          </>
        }
        isOpen={isOpen}
        onToggle={setChoice}
      >
        {isOpen && (
          <>
            <ul>
              {figures.map((figure) => (
                <FigureRow key={figure.check} figure={figure} />
              ))}
            </ul>
            {DETAILS[group]?.(status)}
          </>
        )}
      </Disclosure>
    </Card>
  )
}

function Database({ database: { engine, migration, migratedAt } }: Pick<InstallationStatus, 'database'>) {
  const { t } = useTranslation('status')
  return (
    <p className={`small muted ${styles.nothing}`}>
      {t(`engine.${engine}`)} · {t('schema')}{' '}
      <bdi dir="ltr">
        {migration}, {formatDateTime(migratedAt)}
      </bdi>
    </p>
  )
}
