import type { BulkRun } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { Button, buttonClass } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { JobProgress } from '../../../ui/progress/job-progress'
import { useRemaining } from '../../../ui/progress/use-remaining'
import { isMoving, startRun, stopRun, undoRun, useRunAction } from '../api'
import styles from './run-page.module.css'
import { stateText } from './run-texts'

export interface Undoing {
  isUndoing: boolean
  onUndo: () => void
}

export interface RunProgressProps {
  run: BulkRun
  /** What it came to, once it moves no more. */
  children: (undoing: Undoing) => ReactNode
}

/** How far a run is, with what can be done about it; it continues while nobody looks. */
export function RunProgress({ run, children }: RunProgressProps) {
  const { t } = useTranslation('bulk')
  const starting = useRunAction(() => startRun(run.id, { mode: 'valid', scanAnyway: true }))
  const stopping = useRunAction(() => stopRun(run.id))
  const undoing = useRunAction(() => undoRun(run.id))
  const error = starting.error ?? stopping.error ?? undoing.error
  const isOver = run.state === 'done' || run.state === 'undone'
  const waits = run.state === 'stopped' || run.state === 'ready'
  return (
    <>
      {!isOver && (
        <Progress
          run={run}
          action={
            waits ? (
              <span className="wrap gap-5">
                {run.stopReason?.code === 'ExceedLimitation' && (
                  <Link
                    to="/payment/$tab"
                    params={{ tab: 'dashboard' }}
                    className={buttonClass({ variant: 'default' })}
                  >
                    {t('plans')}
                  </Link>
                )}
                <Button loading={starting.isPending} onClick={() => starting.mutate()}>
                  {t('job.continue')}
                </Button>
              </span>
            ) : (
              run.state === 'running' && (
                <Button
                  variant="default"
                  size="sm"
                  loading={stopping.isPending}
                  onClick={() => stopping.mutate()}
                >
                  {t('job.stop')}
                </Button>
              )
            )
          }
        />
      )}
      <ErrorMessage text={error ? messageOf(error, t('failed')) : null} />
      {!isMoving(run) &&
        run.state !== 'ready' &&
        children({ isUndoing: undoing.isPending, onUndo: () => undoing.mutate() })}
    </>
  )
}

function Progress({ run, action }: { run: BulkRun; action: ReactNode }) {
  const { t } = useTranslation('bulk')
  const isUndo = run.state === 'undoing'
  const done = isUndo ? run.undone + run.retained : run.done + run.failed
  const total = done + (isUndo ? run.done : run.ready)
  const remaining = useRemaining(done, total, isMoving(run))
  return (
    <JobProgress
      className={styles.progress}
      label={stateText(t, run)}
      remaining={remaining === null ? null : t('job.remaining', { seconds: remaining })}
      reason={run.stopReason?.message ?? null}
      done={done}
      total={total}
      note={isMoving(run) && t('job.may-close')}
      action={action}
    />
  )
}
