import { REPORT_REASONS, TakeDown } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { schemaCheck } from '../../lib/forms/schema-validation'
import { useForm } from '../../lib/forms/use-form'
import { Button } from '../../ui/button/button'
import { TextField } from '../../ui/field/text-field'
import { FilterSelect } from '../../ui/list/filter-select'
import styles from '../../ui/list/list.module.css'
import { ErrorMessage } from '../../ui/message/error-message'

export interface TakedownFormProps {
  /** Its effect. */
  note: string
  submit: (body: TakeDown) => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}

/** Form of a takedown: a reason that its owner sees, and a note only for operators. */
export function TakedownForm({ note, submit, onDone, onCancel }: TakedownFormProps) {
  const { t } = useTranslation(['code-reports', 'common'])
  const form = useForm<'reason' | 'note'>({
    initial: { reason: 'phishing', note: '' },
    check: schemaCheck(TakeDown),
    submit: async (values) => {
      await submit(TakeDown.parse(values))
      onDone()
    },
  })
  return (
    <form className={`gap-6 ${styles.form}`} onSubmit={form.onSubmit} noValidate aria-label={t('takedown')}>
      <p className="small muted">{note}</p>
      <ErrorMessage text={form.failure} />
      <div className={`gap-6 ${styles.fields}`}>
        <FilterSelect
          label={t('reason')}
          options={REPORT_REASONS.map((value) => ({ value, text: t(`reason.${value}`) }))}
          value={form.values.reason}
          onChange={(value) => form.setValue('reason', value)}
        />
        <TextField {...form.field('note')} label={t('note')} autoComplete="off" autoFocus />
      </div>
      <div className={`wrap gap-4 ${styles.formActs}`}>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" color="red" loading={form.isPending}>
          {t('takedown')}
        </Button>
      </div>
    </form>
  )
}
