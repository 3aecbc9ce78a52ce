import type { BulkRun } from '@scanleaf/shared'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '../../../../lib/api/api-error'
import { Button } from '../../../../ui/button/button'
import { Dialog } from '../../../../ui/dialog/dialog'
import { ErrorMessage } from '../../../../ui/message/error-message'
import { useRepairRow } from '../../api'
import { type Cells, inputOf, type ManyType } from '../../state/row-fields'
import form from '../form/form.module.css'
import { RowCells } from '../form/row-cells'
import type { ShownRow } from './shown-row'

export interface RepairDialogProps {
  type: ManyType
  run: BulkRun
  row: ShownRow
  /** The row as it was taken, when it was: the rows beside the run follow. */
  onRepaired: (row: number, cells: Cells) => void
  onClose: () => void
}

const FORM_ID = 'repair-row'

/** A refused row in its fields; it is checked again, and stays open while it is still refused. */
export function RepairDialog({ type, run, row, onRepaired, onClose }: RepairDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const repairing = useRepairRow(run.id)
  const [cells, setCells] = useState(row.cells)
  const [problems, setProblems] = useState(row.problems)
  const errors = Object.fromEntries(
    problems.filter(({ isWarning }) => !isWarning).map(({ field, text }) => [field, text]),
  )
  const fieldErrors = repairing.error instanceof ApiError ? repairing.error.errors : {}

  function submit(event: FormEvent) {
    event.preventDefault()
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
        <ErrorMessage text={general} />
      </form>
    </Dialog>
  )
}
