import type { BulkRun } from '@scanleaf/shared'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../../lib/api/api-error'
import { Button } from '../../../../ui/button/button'
import { Dialog } from '../../../../ui/dialog/dialog'
import { ErrorMessage } from '../../../../ui/message/error-message'
import { Switch } from '../../../../ui/switch/switch'
import { refusedQuery, useRepairRow } from '../../api'
import { type Cells, cellsOf, inputOf, type ManyType, type RowField } from '../../state/row-fields'
import form from '../form/form.module.css'
import { RowCells } from '../form/row-cells'
import type { ShownRow } from './shown-row'

export interface RepairDialogProps {
  type: ManyType
  run: BulkRun
  row: ShownRow
  /** The row as it was taken, when it was: the rows beside the run follow. */
  onRepaired: (row: number, cells: Cells) => void
  /** This row and others of the same mistake, to be checked again. */
  onRepairMany: (repairs: ReadonlyMap<number, Cells>) => void
  onClose: () => void
}

const FORM_ID = 'repair-row'

/** A refused row in its fields; it is checked again, and stays open while it is still refused. */
export function RepairDialog({ type, run, row, onRepaired, onRepairMany, onClose }: RepairDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const repairing = useRepairRow(run.id)
  const [cells, setCells] = useState(row.cells)
  const [problems, setProblems] = useState(row.problems)
  const errors = Object.fromEntries(
    problems.filter(({ isWarning }) => !isWarning).map(({ field, text }) => [field, text]),
  )
  const [takesAlike, setTakesAlike] = useState(true)
  const changed = fieldsIn(errors).filter((field) => (cells[field] ?? '') !== (row.cells[field] ?? ''))
  const alike = useAlike({ type, run, row, changed })
  const fieldErrors = repairing.error instanceof ApiError ? repairing.error.errors : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    if (takesAlike && alike.length > 0) {
      const values = Object.fromEntries(changed.map((field) => [field, cells[field]]))
      onRepairMany(
        new Map([
          [row.row, cells],
          ...alike.map((each) => [each.row, { ...each.cells, ...values }] as const),
        ]),
      )
      return onClose()
    }
    repairing.mutate(
      { row: row.row, input: inputOf(type, cells) },
      {
        onSuccess: ({ row: judged }) => {
          onRepaired(row.row, cells)
          if (judged.outcome !== 'skipped') return onClose()
          setProblems(
            judged.problems.map(({ field, message, isWarning }) => ({ field, text: message, isWarning })),
          )
        },
      },
    )
  }

  const general = errors[''] ?? (repairing.error ? messageOf(repairing.error, t('failed')) : null)
  return (
    <Dialog
      title={t('correct.title', { row: row.row })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" form={FORM_ID} loading={repairing.isPending}>
            {t('check-again')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className={form.form} noValidate onSubmit={submit}>
        <RowCells
          type={type}
          cells={cells}
          hasNumbers={false}
          errors={{ ...errors, ...fieldErrors }}
          onChange={(field, text) => setCells({ ...cells, [field]: text })}
        />
        {alike.length > 0 && (
          <Switch
            label={t('correct.same', { count: alike.length })}
            isOn={takesAlike}
            onChange={setTakesAlike}
          />
        )}
        <ErrorMessage text={general} />
      </form>
    </Dialog>
  )
}

const fieldsIn = (errors: object) => Object.keys(errors).filter((name) => name !== '') as RowField[]

interface AlikeOf {
  type: ManyType
  run: BulkRun
  row: ShownRow
  /** The refused fields whose value is another now. */
  changed: readonly RowField[]
}

/** Other rows that are refused for the same values. */
function useAlike({ type, run, row, changed }: AlikeOf): { row: number; cells: Cells }[] {
  const refused = useQuery({ ...refusedQuery(useQueryClient(), run.id), enabled: run.skipped > 1 })
  if (changed.length === 0 || !refused.data) return []
  return refused.data
    .filter((each) => each.row !== row.row)
    .filter(({ problems }) => changed.every((field) => problems.some((problem) => problem.field === field)))
    .map((each) => ({ row: each.row, cells: cellsOf(type, each.input) }))
    .filter((each) => changed.every((field) => (each.cells[field] ?? '') === (row.cells[field] ?? '')))
}
