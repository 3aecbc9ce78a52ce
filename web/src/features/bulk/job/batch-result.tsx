import type { CodeBatch } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionLine, actionLine } from '../../../ui/action-line/action-line'
import { Button, buttonClass } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ErrorMessage } from '../../../ui/message/error-message'
import card from '../../../ui/progress/job-result.module.css'
import { Tile } from '../../../ui/tile/tile'
import { rowsQuery, useResultFile } from '../api'
import type { CodeList } from '../state/draft'
import type { ZipDialogProps } from '../zip-dialog-props'
import styles from './batch-page.module.css'
import { doneText, leftTexts, spanText } from './job-name'
import { canUndo, UndoDialog } from './undo-dialog'

export interface BatchResultProps {
  batch: CodeBatch
  list: CodeList
  ZipDialog: ComponentType<ZipDialogProps>
  isUndoing: boolean
  onUndo: () => void
}

/** What a batch made, and the ways on from it. */
export function BatchResult({ batch, list, ZipDialog, isUndoing, onUndo }: BatchResultProps) {
  const { t } = useTranslation(['code-batches', 'common'])
  const [isAsking, setIsAsking] = useState(false)
  const [isZipping, setIsZipping] = useState(false)
  const result = useResultFile(batch)
  const isUndone = batch.state === 'undone'
  const title = isUndone ? t('undone', { total: batch.undone }) : doneText(t, batch)
  const hasCodes = !isUndone && batch.kind !== 'delete' && batch.done > 0
  const facts = [spanText(batch), ...leftTexts(t, batch)].filter((text) => text !== '')
  const isUndoable = canUndo(batch)
  return (
    <Card className={card.result}>
      <div className={card.body}>
        <div className={card.done}>
          <ResultTile batch={batch} />
          <div>
            <h2>
              <span role="status">{title}</span>
            </h2>
            <p>{facts.join(' · ')}</p>
          </div>
        </div>
        {batch.failed > 0 && <FailedRows batch={batch} />}
        <div className={styles.steps}>
          {hasCodes && (
            <>
              <Link to={`/${list}-codes/print`} search={{ batch: batch.id }} className={actionLine}>
                <ActionLine
                  icon={<IconPrinter size={20} stroke={1.7} />}
                  title={t('result.print')}
                  text={t('result.print-text')}
                />
              </Link>
              <button type="button" className={actionLine} onClick={() => setIsZipping(true)}>
                <ActionLine
                  icon={<IconDownload size={20} stroke={1.7} />}
                  tone="blue"
                  title={t('result.zip')}
                  text="PNG, SVG, EPS, PDF"
                />
              </button>
            </>
          )}
          <button
            type="button"
            className={actionLine}
            disabled={result.isPending}
            onClick={() => result.mutate()}
          >
            <ActionLine
              icon={<IconTable size={20} stroke={1.7} />}
              tone="plain"
              title={t('result.csv')}
              text={t('result.csv-text')}
            />
          </button>
        </div>
        <ErrorMessage text={result.isError ? t('failed') : null} />
      </div>
      <div className={card.foot}>
        {isUndoable && <p>{t(batch.kind === 'create' ? 'undo.note-create' : 'undo.note')}</p>}
        <div className={card.actions}>
          {isUndoable && (
            <Button
              variant="default"
              color="red"
              size="sm"
              loading={isUndoing}
              onClick={() => setIsAsking(true)}
            >
              {t('undo')}
            </Button>
          )}
          {isUndone && batch.kind === 'create' && (
            <Link to={`/${list}-codes/many`} className={buttonClass({ variant: 'default', size: 'sm' })}>
              {t('title')}
            </Link>
          )}
          {hasCodes && (
            <Link
              to={`/${list}-codes`}
              search={{ batch: batch.id }}
              className={buttonClass({ variant: 'default', size: 'sm' })}
            >
              {t('see-codes')}
            </Link>
          )}
        </div>
      </div>
      {isZipping && (
        <Suspense>
          <ZipDialog selection={{ batch: batch.id }} total={batch.done} onClose={() => setIsZipping(false)} />
        </Suspense>
      )}
      {isAsking && <UndoDialog batch={batch} onUndo={onUndo} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

function ResultTile({ batch: { state, failed } }: { batch: CodeBatch }) {
  if (state === 'undone')
    return (
      <Tile tone="plain">
        <IconArrowBackUp className="flip" size={20} stroke={1.7} />
      </Tile>
    )
  return (
    <Tile tone={failed > 0 ? 'red' : 'green'}>
      {failed > 0 ? <IconAlertTriangle size={20} stroke={1.7} /> : <IconCheck size={20} stroke={1.7} />}
    </Tile>
  )
}

const SHOWN_FAILURES = 5

/** The first rows whose turn came in vain, with the reason; the file has all of them. */
function FailedRows({ batch }: { batch: CodeBatch }) {
  const { data = [] } = useQuery(rowsQuery(batch.id, 'failed', 0, SHOWN_FAILURES))
  return (
    <ul className={card.failures}>
      {data.map(({ row, name, problems }) => (
        <li key={row}>
          <b dir="auto">{name || row}</b> {problems.map(({ message }) => message).join(' ')}
        </li>
      ))}
    </ul>
  )
}
