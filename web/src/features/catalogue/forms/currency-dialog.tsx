import { CreateCurrency, type Currency } from '@scanleaf/shared'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { amountBody, formatDecimal, STORED_DECIMALS } from '../../../lib/format/decimal'
import { useLanguage } from '../../../lib/i18n/i18n'
import { TextField } from '../../../ui/field/text-field'
import { DecimalField } from './decimal-field'
import type { ItemDialogProps } from './form-dialog'
import { FormDialog } from './form-dialog'
import { useDataForm } from './use-item-form'

export function CurrencyDialog({ item, onClose }: ItemDialogProps<Currency>) {
  const { t } = useTranslation('catalogue')
  const language = useLanguage()
  const form = useDataForm({
    view: 'currencies',
    item,
    initial: {
      code: item?.code ?? '',
      name: item?.name ?? '',
      exchangeRate: item ? formatDecimal(item.exchangeRate, language) : '',
    },
    schema: CreateCurrency,
    bodyOf: ({ exchangeRate, ...values }) => ({
      ...values,
      exchangeRate: amountBody(exchangeRate, language, STORED_DECIMALS),
    }),
    onSaved: onClose,
  })
  return (
    <FormDialog title={t(item ? 'edit.currencies' : 'add.currencies')} form={form} onClose={onClose}>
      <TextField
        {...form.field('code')}
        onChange={(event) => form.setValue('code', inCapitals(event))}
        label={t('column.code')}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="USD"
        data-autofocus
        required
      />
      <TextField {...form.field('name')} label={t('column.name')} autoComplete="off" required />
      <DecimalField
        {...form.field('exchangeRate')}
        onRead={(text) => form.setValue('exchangeRate', text)}
        label={t('column.exchange-rate')}
        hint={t('exchange-rate.hint')}
        required
      />
    </FormDialog>
  )
}

/** The typed text, in capitals; the caret stays where it was. */
function inCapitals({ currentTarget: input }: ChangeEvent<HTMLInputElement>): string {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
  return input.value
}
