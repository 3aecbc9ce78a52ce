import { CreateProductUnit, type ProductUnit } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/field/text-field'
import type { ItemDialogProps } from './form-dialog'
import { FormDialog } from './form-dialog'
import { useDataForm } from './use-item-form'

export function UnitDialog({ item, onClose }: ItemDialogProps<ProductUnit>) {
  const { t } = useTranslation('catalogue')
  const form = useDataForm({
    view: 'units',
    item,
    initial: { title: item?.title ?? '' },
    schema: CreateProductUnit,
    bodyOf: (values) => values,
    onSaved: onClose,
  })
  return (
    <FormDialog title={t(item ? 'edit.units' : 'add.units')} form={form} onClose={onClose}>
      <TextField
        {...form.field('title')}
        label={t('column.title')}
        autoComplete="off"
        data-autofocus
        required
      />
    </FormDialog>
  )
}
