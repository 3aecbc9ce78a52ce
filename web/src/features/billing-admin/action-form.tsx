import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { amountBody } from '../../lib/format/decimal'
import { schemaCheck } from '../../lib/forms/schema-validation'
import { useForm } from '../../lib/forms/use-form'
import { useLanguage } from '../../lib/i18n/i18n'
import { Button } from '../../ui/button/button'
import { AmountField } from '../../ui/field/amount-field'
import { TextField } from '../../ui/field/text-field'
import styles from '../../ui/list/list.module.css'
import { ErrorMessage } from '../../ui/message/error-message'
import { showToast } from '../../ui/toast/toasts'

export type FieldName = 'amount' | 'bankReference' | 'content' | 'transfer' | 'reason'

export interface ActionFormProps {
  /** Its name in the texts: `act.{name}`. */
  action: 'confirm' | 'reject' | 'refund' | 'record' | 'assign' | 'refund-receipt'
  fields: readonly FieldName[]
  /** The effect of the action, in place of `act.{name}.text`. */
  note?: string
  /** What the form is about, above its fields. */
  subject?: (values: Partial<Record<FieldName, string>>) => ReactNode
  initial?: Partial<Record<FieldName, string>>
  /** Judges the fields before they are sent. */
  schema: z.ZodType
  submit: (values: Record<string, unknown>) => Promise<unknown>
  onDone: () => void
}

/** The fields of an action on money: a reason where money is sent back or refused, and the amount if one moves. */
export function ActionForm(props: ActionFormProps) {
  const { action, fields, note, subject, initial = {}, schema, submit, onDone } = props
  const { t } = useTranslation(['billing-admin', 'common'])
  const language = useLanguage()
  const bodyOf = (values: Record<FieldName, string>) => ({
    ...values,
    ...('amount' in values && { amount: amountBody(values.amount, language, 0) }),
  })
  const form = useForm<FieldName>({
    initial: Object.fromEntries(fields.map((name) => [name, initial[name] ?? ''])) as Record<
      FieldName,
      string
    >,
    check: (values) => schemaCheck(schema)(bodyOf(values)),
    submit: async (values) => {
      await submit(bodyOf(values))
      showToast({ kind: 'success', title: t('done', { act: t(`act.${action}`) }) })
      onDone()
    },
  })
  const isTaking = action === 'reject' || action === 'refund' || action === 'refund-receipt'
  return (
    <form
      className={`gap-6 ${styles.form}`}
      onSubmit={form.onSubmit}
      noValidate
      aria-label={t(`act.${action}`)}
    >
      <p className="small muted">{note ?? t(`act.${action}.text`)}</p>
      {subject?.(form.values)}
      <ErrorMessage text={form.failure} />
      <div className={`gap-6 ${styles.fields}`}>
        {fields.map((name, place) => {
          const { onChange, ...field } = form.field(name)
          const common = { ...field, label: t(`field.${name}`), autoFocus: place === 0, required: true }
          return name === 'amount' ? (
            <AmountField key={name} {...common} onText={(text) => form.setValue(name, text)} />
          ) : (
            <TextField key={name} {...common} onChange={onChange} autoComplete="off" />
          )
        })}
      </div>
      <div className={`wrap gap-4 ${styles.formActs}`}>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={form.isPending} {...(isTaking && { color: 'red' as const })}>
          {t(`act.${action}`)}
        </Button>
      </div>
    </form>
  )
}
