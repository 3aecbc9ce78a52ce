import type { CodeBatch } from '@scanleaf/shared'
import { formatNumber } from '@scanleaf/shared'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDateTime } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button, buttonClass } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ErrorMessage } from '../../../ui/message/error-message'
import { PageHeader } from '../../../ui/page/page-header'
import { JobProgress } from '../../../ui/progress/job-progress'
import { useRemaining } from '../../../ui/progress/use-remaining'
import { TrialStrip } from '../../../ui/qr/trial-strip'
import { LoadError } from '../../../ui/state/load-error'
import { batchQuery, isMoving, startBatch, stopBatch, undoBatch, useBatchAction } from '../api'
import type { CodeList } from '../state/draft'
import { useCodeList } from '../state/use-code-list'
import type { ZipDialogProps } from '../zip-dialog-props'
import styles from './batch-page.module.css'
import { BatchResult } from './batch-result'
import { jobText, stateText } from './job-name'

export interface BatchPageProps {
  /** Asks for the formats of a ZIP file of codes. */
  ZipDialog: ComponentType<ZipDialogProps>
}

/** A batch: how far it is, and what can be done with what it made. */
export function BatchPage({ ZipDialog }: BatchPageProps) {
  const { t } = useTranslation(['code-batches', 'generator', 'user-codes'])
  const language = useLanguage()
  const { id = '' } = useParams({ strict: false })
  const list = useCodeList()
  const { data: batch, isError, refetch } = useQuery(batchQuery(id))
  return (
    <div className={styles.page}>
      <PageHeader
        title={
          batch ? `${jobText(t, batch)} (${formatNumber(batch.total - batch.refused, language)})` : t('title')
        }
        {...(batch?.startedAt && { subtitle: t('job.started', { time: formatDateTime(batch.startedAt) }) })}
        start={
          <Link to={`/${list}-codes`} aria-label={t('generator:back')}>
            <IconArrowLeft className="flip" size={18} stroke={1.7} aria-hidden />
          </Link>
        }
      />
      {list === 'dynamic' && <TrialStrip />}
      {isError && !batch && (
        <Card>
          <LoadError onRetry={refetch} />
        </Card>
      )}
      {batch && <Batch batch={batch} list={list} ZipDialog={ZipDialog} />}
    </div>
  )
}

function Batch({ batch, list, ZipDialog }: BatchPageProps & { batch: CodeBatch; list: CodeList }) {
  const starting = useBatchAction(() => startBatch(batch.id, { mode: 'valid', scanAnyway: true }))
  const stopping = useBatchAction(() => stopBatch(batch.id))
  const undoing = useBatchAction(() => undoBatch(batch.id))
  const { t } = useTranslation('code-batches')
  const error = starting.error ?? stopping.error ?? undoing.error
  const isOver = batch.state === 'done' || batch.state === 'undone'
  return (
    <>
      {!isOver && (
        <Progress
          batch={batch}
          action={
            batch.state === 'stopped' || batch.state === 'ready' ? (
              <span className={styles.actions}>
                {batch.stopReason?.code === 'ExceedLimitation' && (
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
              batch.state === 'running' && (
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
      {!isMoving(batch) && batch.state !== 'ready' && (
        <BatchResult
          batch={batch}
          list={list}
          ZipDialog={ZipDialog}
          isUndoing={undoing.isPending}
          onUndo={() => undoing.mutate()}
        />
      )}
    </>
  )
}

function Progress({ batch, action }: { batch: CodeBatch; action: ReactNode }) {
  const { t } = useTranslation('code-batches')
  const isUndo = batch.state === 'undoing'
  const done = isUndo ? batch.undone + batch.kept : batch.done + batch.failed
  const total = isUndo ? done + batch.done : done + batch.ready
  const remaining = useRemaining(done, total, isMoving(batch))
  return (
    <JobProgress
      className={styles.progress}
      label={stateText(t, batch)}
      remaining={remaining === null ? null : t('job.remaining', { seconds: remaining })}
      reason={batch.stopReason?.message ?? null}
      done={done}
      total={total}
      note={isMoving(batch) && t('job.may-close')}
      action={action}
    />
  )
}
