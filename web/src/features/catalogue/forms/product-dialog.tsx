import type { Product } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import type { ItemDialogProps } from './form-dialog'
import { FormDialog } from './form-dialog'
import { ProductFields } from './product-fields'
import { useProductForm } from './use-product-form'

/** Adds a product; one that is there has a page of its own. */
export function ProductDialog({ onClose }: ItemDialogProps<Product>) {
  const { t } = useTranslation('catalogue')
  const form = useProductForm(undefined, onClose)
  return (
    <FormDialog title={t('add.products')} size={960} form={form} onClose={onClose}>
      <ProductFields form={form} product={undefined} />
    </FormDialog>
  )
}
