import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useForm } from '../../lib/form'
import { schemaCheck } from '../../lib/schema-check'
import { Button } from '../../ui/button'
import { FailureNote } from '../../ui/failure-note'
import styles from '../../ui/operator-list.module.css'
import { TextField } from '../../ui/text-field'
import { showToast } from '../../ui/toasts'

export type FieldName = 'amount' | 'bankReference' | 'content' | 'transfer' | 'reason'

export interface ActFormProps {
  /** Its name in the texts: `act.{name}`. */
  act: 'confirm' | 'reject' | 'refund' | 'record' | 'assign' | 'refund-receipt'
  fields: readonly FieldName[]
  /** What the act does, in place of `act.{name}.text`. */
  note?: string
  initial?: Partial<Record<FieldName, string>>
  /** Judges the fields before they are sent. */
  schema: z.ZodType
  submit: (values: Record<string, unknown>) => Promise<unknown>
  onDone: () => void
}

/** What the operator must say of an act with money: always the reason, and what came or goes. */
export function ActForm({ act, fields, note, initial = {}, schema, submit, onDone }: ActFormProps) {
  const { t } = useTranslation(['billing-admin', 'common'])
  const form = useForm<FieldName>({
    initial: Object.fromEntries(fields.map((name) => [name, initial[name] ?? ''])) as Record<
      FieldName,
      string
    >,
    check: schemaCheck(schema),
    submit: async (values) => {
      await submit({ ...values, ...('amount' in values && { amount: Number(values.amount) }) })
      showToast({ kind: 'success', title: t('done', { act: t(`act.${act}`) }) })
      onDone()
    },
  })
  const isTaking = act === 'reject' || act === 'refund' || act === 'refund-receipt'
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label={t(`act.${act}`)}>
      <p className={styles.formNote}>{note ?? t(`act.${act}.text`)}</p>
      <FailureNote text={form.failure} />
      <div className={styles.fields}>
        {fields.map((name, place) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={t(`field.${name}`)}
            {...(name === 'amount' && { inputMode: 'numeric' as const, dir: 'ltr' })}
            autoComplete="off"
            autoFocus={place === 0}
            required
          />
        ))}
      </div>
      <div className={styles.formActs}>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={form.isPending} {...(isTaking && { color: 'red' as const })}>
          {t(`act.${act}`)}
        </Button>
      </div>
    </form>
  )
}
