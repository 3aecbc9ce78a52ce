import { useTranslation } from 'react-i18next'
import { TextField } from '../../../../ui/field/text-field'
import type { ManyDraft } from '../../state/draft'
import { rangeOf, shownNumber } from '../../state/local-rows'
import styles from './form.module.css'
import { RowCells } from './row-cells'

export interface RangeFormProps {
  draft: ManyDraft
  errors: Readonly<Partial<Record<string, string>>>
  onChange: (change: Partial<ManyDraft>) => void
}

const NUMBERS = ['from', 'to', 'digits'] as const

/** Numbers from one to another, and the row that is repeated for each. */
export function RangeForm({ draft, errors, onChange }: RangeFormProps) {
  const { t } = useTranslation('bulk')
  const range = rangeOf(draft)
  const shown = (number: number) => (range ? shownNumber(number, range.digits) : '')
  const hint = range && {
    first: shown(range.from),
    second: shown(Math.min(range.from + 1, range.to)),
    last: shown(range.to),
  }
  return (
    <>
      <div>
        <div className={styles.numbers}>
          {NUMBERS.map((name) => (
            <TextField
              key={name}
              label={t(`range.${name}`)}
              name={name}
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              value={draft[name]}
              onChange={(event) => onChange({ [name]: event.currentTarget.value.replace(/\D/g, '') })}
            />
          ))}
        </div>
        {!range && (
          <p className={styles.error} role="alert">
            {t('range.wrong')}
          </p>
        )}
      </div>
      <RowCells
        type={draft.type}
        cells={draft.row}
        hasNumbers
        hint={hint ? t('range.hint', hint) : undefined}
        errors={errors}
        onChange={(field, text) => onChange({ row: { ...draft.row, [field]: text } })}
      />
    </>
  )
}
