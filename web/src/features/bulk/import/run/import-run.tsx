import { type CodeImport, IMPORT_UNDO_HOURS } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { ActionLine, actionLine } from '../../../ui/action-line/action-line'
import { Button, buttonClass } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { ErrorMessage } from '../../../ui/message/error-message'
import { JobProgress } from '../../../ui/progress/job-progress'
import result from '../../../ui/progress/job-result.module.css'
import { useRemaining } from '../../../ui/progress/use-remaining'
import { Tile } from '../../../ui/tile/tile'
import { isMoving, rowsQuery, useMoveImport } from '../api'
import { ReportButton } from '../report-button'
import styles from './import-run.module.css'

/** How far an import is, or what it made; it goes on while nobody looks. */
export function ImportRun({ item }: { item: CodeImport }) {
  const { t } = useTranslation(['imports', 'code-batches'])
  const move = useMoveImport(item.id)
  const isOver = item.state === 'done' || item.state === 'undone'
  const canUndo = item.undoUntil !== null && !isMoving(item) && (item.outcomes.done ?? 0) > 0
  const undo = canUndo && (
    <UndoButton isBusy={move.isPending && move.variables === 'undo'} onUndo={() => move.mutate('undo')} />
  )
  return (
    <>
      {!isOver && (
        <Progress
          item={item}
          isBusy={move.isPending}
          onStop={() => move.mutate('stop')}
          onContinue={() => move.mutate('run')}
        />
      )}
      <ErrorMessage text={move.isError ? messageOf(move.error, t('code-batches:failed')) : null} />
      {isOver && <Result item={item} undo={undo} />}
      {item.state === 'stopped' && canUndo && <div className={styles.foot}>{undo}</div>}
    </>
  )
}

interface ProgressProps {
  item: CodeImport
  isBusy: boolean
  onStop: () => void
  onContinue: () => void
}

function Progress({ item, isBusy, onStop, onContinue }: ProgressProps) {
  const { t } = useTranslation(['imports', 'code-batches'])
  const { state, outcomes, stopReason } = item
  const count = (outcome: keyof typeof outcomes) => outcomes[outcome] ?? 0
  const isUndo = state === 'undoing'
  const done = isUndo ? count('undone') + count('retained') : count('done') + count('failed')
  const total = done + (isUndo ? count('done') : count('ready'))
  const remaining = useRemaining(done, total, isMoving(item))
  return (
    <JobProgress
      label={t(`state.${state}`)}
      remaining={remaining === null ? null : t('code-batches:job.remaining', { seconds: remaining })}
      reason={stopReason?.message ?? null}
      done={done}
      total={total}
      note={isMoving(item) && t('code-batches:job.may-close')}
      action={
        state === 'stopped' ? (
          <Button loading={isBusy} onClick={onContinue}>
            {t('code-batches:job.continue')}
          </Button>
        ) : (
          state === 'running' && (
            <Button variant="default" size="sm" loading={isBusy} onClick={onStop}>
              {t('code-batches:job.stop')}
            </Button>
          )
        )
      }
    />
  )
}

function Result({ item, undo }: { item: CodeImport; undo: ReactNode }) {
  const { t } = useTranslation(['imports', 'code-batches'])
  const { outcomes, verdicts, tag } = item
  const isUndone = item.state === 'undone'
  const failed = outcomes.failed ?? 0
  const facts = [
    !isUndone && (verdicts.kept ?? 0) > 0 && t('done.kept', { total: verdicts.kept ?? 0 }),
    (outcomes.skipped ?? 0) > 0 && t('done.skipped', { total: outcomes.skipped ?? 0 }),
    failed > 0 && t('done.failed', { total: failed }),
    (outcomes.retained ?? 0) > 0 && t('done.retained', { total: outcomes.retained ?? 0 }),
  ].filter(Boolean)
  return (
    <Card className={result.result}>
      <div className={result.body}>
        <div className={result.done}>
          <Tile tone={isUndone ? 'plain' : failed > 0 ? 'red' : 'green'}>
            {isUndone ? (
              <IconArrowBackUp className="flip" size={20} stroke={1.7} />
            ) : failed > 0 ? (
              <IconAlertTriangle size={20} stroke={1.7} />
            ) : (
              <IconCheck size={20} stroke={1.7} />
            )}
          </Tile>
          <div>
            <h2>
              <span role="status">
                {isUndone
                  ? t('undone', { total: outcomes.undone ?? 0 })
                  : t('done', { total: outcomes.done ?? 0 })}
              </span>
            </h2>
            <p>{facts.join(' · ')}</p>
          </div>
        </div>
        {failed > 0 && <FailedRows item={item} />}
        {!isUndone && (outcomes.done ?? 0) > 0 && (
          <Link to="/dynamic-codes" search={{ tag }} className={actionLine}>
            <ActionLine
              icon={<IconList size={20} stroke={1.7} />}
              title={t('code-batches:see-codes')}
              text={t('see-codes.text', { tag })}
            />
          </Link>
        )}
      </div>
      <div className={result.foot}>
        {undo && <p>{t('undo.note', { count: IMPORT_UNDO_HOURS })}</p>}
        <div className={result.actions}>
          {undo}
          {isUndone && (
            <Link
              to="/settings/$tab"
              params={{ tab: 'import-export' }}
              className={buttonClass({ variant: 'default', size: 'sm' })}
            >
              {t('another-file')}
            </Link>
          )}
          <ReportButton item={item} />
        </div>
      </div>
    </Card>
  )
}

function UndoButton({ isBusy, onUndo }: { isBusy: boolean; onUndo: () => void }) {
  const { t } = useTranslation(['imports', 'code-batches'])
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="default" color="red" size="sm" loading={isBusy} onClick={() => setIsAsking(true)}>
        {t('code-batches:undo')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('code-batches:undo.title')}
        text={t('undo.text')}
        confirmLabel={t('code-batches:undo')}
        isDangerous
        onConfirm={() => {
          setIsAsking(false)
          onUndo()
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

const SHOWN_FAILURES = 5

/** The first rows whose turn came in vain, with the reason; the report has all of them. */
function FailedRows({ item }: { item: CodeImport }) {
  const filters = [{ outcome: 'failed' as const, total: item.outcomes.failed ?? 0 }]
  const { data = [] } = useQuery(rowsQuery(item.id, filters, 0, SHOWN_FAILURES))
  return (
    <ul className={result.failures}>
      {data.map(({ n, address, target, problems }) => (
        <li key={n}>
          <bdi dir="ltr">{address || target}</bdi> {problems.map(({ message }) => message).join(' ')}
        </li>
      ))}
    </ul>
  )
}
