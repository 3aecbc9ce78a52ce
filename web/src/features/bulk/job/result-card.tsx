import type { BulkRun } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/session/workspace'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import card from '../../../ui/progress/job-result.module.css'
import { Tile } from '../../../ui/tile/tile'
import { rowsQuery } from '../api'
import type { Undoing } from './run-progress'
import { doneText, leftTexts, undoNote, undoneText } from './run-texts'
import { canUndo, UndoDialog } from './undo-dialog'

export interface ResultCardProps extends Undoing {
  run: BulkRun
  /** What is known of its codes besides. */
  facts: readonly string[]
  /** The ways on. */
  children: ReactNode
  /** Beside the undo. */
  actions: ReactNode
}

/** What a run came to, which rows it left and why, the ways on from it, and its undo. */
export function ResultCard({ run, facts, children, actions, isUndoing, onUndo }: ResultCardProps) {
  const { t } = useTranslation('bulk')
  const [isAsking, setIsAsking] = useState(false)
  const isUndoable = useMay('codes:write') && canUndo(run)
  return (
    <Card className={card.result}>
      <div className={`stack gap-8 ${card.body}`}>
        <div className={`row gap-6 ${card.done}`}>
          <ResultTile run={run} />
          <div>
            <h2>
              <span role="status">{run.state === 'undone' ? undoneText(t, run) : doneText(t, run)}</span>
            </h2>
            <p>{[...facts, ...leftTexts(t, run)].filter((text) => text !== '').join(' · ')}</p>
          </div>
        </div>
        <LeftRows run={run} />
        {children}
      </div>
      <div className={`row wrap gap-5 ${card.foot}`}>
        {isUndoable && <p>{undoNote(t, run)}</p>}
        <div className={`row wrap gap-5 ${card.actions}`}>
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
          {actions}
        </div>
      </div>
      {isAsking && <UndoDialog run={run} onUndo={onUndo} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

function ResultTile({ run: { state, failed } }: { run: BulkRun }) {
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

const SHOWN = 5

/** The first rows whose turn came in vain, and those that an undo left, with the reason; the report has all of them. */
function LeftRows({ run: { id, failed, retained } }: { run: BulkRun }) {
  const filters = [
    { outcome: 'retained' as const, total: retained },
    { outcome: 'failed' as const, total: failed },
  ]
  const { data = [] } = useQuery({ ...rowsQuery(id, filters, 0, SHOWN), enabled: failed + retained > 0 })
  if (data.length === 0) return null
  return (
    <ul className={`small ${card.failures}`}>
      {data.map(({ row, name, file, problems }) => (
        <li key={row}>
          {file ? <bdi dir="ltr">{file.address || file.target}</bdi> : <b dir="auto">{name || row}</b>}{' '}
          {problems.map(({ message }) => message).join(' ')}
        </li>
      ))}
    </ul>
  )
}
