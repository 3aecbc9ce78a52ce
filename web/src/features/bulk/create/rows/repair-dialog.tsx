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
  onMended: (row: number, cells: Cells) => void
  onClose: () => void
}

const FORM_ID = 'mend-row'

/** A refused row in its fields; it is checked again, and stays open while it is still refused. */
export function RepairDialog({ type, run, row, onMended, onClose }: RepairDialogProps) {
  const { t } = useTranslation(['bulk', 'common'])
  const mending = useRepairRow(run.id)
  const [cells, setCells] = useState(row.cells)
  const [problems, setProblems] = useState(row.problems)
  const errors = Object.fromEntries(
    problems.filter(({ isWarning }) => !isWarning).map(({ field, text }) => [field, text]),
  )
  const fieldErrors = mending.error instanceof ApiError ? mending.error.errors : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    mending.mutate(
      { row: row.row, input: inputOf(type, cells) },
      {
        onSuccess: ({ row: judged }) => {
          onMended(row.row, cells)
          if (judged.outcome !== 'skipped') return onClose()
          setProblems(
            judged.problems.map(({ field, message, isWarning }) => ({ field, text: message, isWarning })),
          )
        },
      },
    )
  }

  const general = errors[''] ?? (mending.error ? messageOf(mending.error, t('failed')) : null)
  return (
    <Dialog
      title={t('correct.title', { row: row.row })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" form={FORM_ID} loading={mending.isPending}>
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
