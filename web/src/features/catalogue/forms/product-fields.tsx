import type { Product } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card/card'
import { SelectField } from '../../../ui/field/select-field'
import { TextField } from '../../../ui/field/text-field'
import { TextareaField } from '../../../ui/field/textarea-field'
import { choicesQuery } from '../api'
import { CategoriesField } from './categories-field'
import { DecimalField } from './decimal-field'
import styles from './forms.module.css'
import { ImageField } from './image-field'
import { KeywordsField } from './keywords-field'
import type { ProductForm } from './use-product-form'

export interface ProductFieldsProps {
  form: ProductForm
  product: Product | undefined
}

/** All fields of a product, in two columns where there is room. */
export function ProductFields({ form, product }: ProductFieldsProps) {
  const { t } = useTranslation('catalogue')
  return (
    <div className={`gap-8 ${styles.columns}`}>
      <div className={`gap-8 ${styles.column}`}>
        <Card isPadded className={`gap-8 ${styles.block}`}>
          <h2>{t('block.general')}</h2>
          <TextField {...form.field('title')} label={t('product.title')} autoComplete="off" required />
          <TextareaField {...form.field('description')} label={t('description')} rows={3} required />
          <TextareaField {...form.field('detail')} label={t('detail')} rows={5} required />
        </Card>
        <Card isPadded className={`gap-8 ${styles.block}`}>
          <h2>{t('block.price')}</h2>
          <PriceFields form={form} product={product} />
        </Card>
      </div>
      <div className={`gap-8 ${styles.column}`}>
        <Card className={`gap-8 ${styles.block}`}>
          <h2>{t('block.image')}</h2>
          <ImageField field={form.field('image')} onChange={(id) => form.setValue('image', id)} />
        </Card>
        <Card className={`gap-8 ${styles.block}`}>
          <h2>{t('block.sorting')}</h2>
          <CategoriesField
            field={form.field('categories')}
            known={product?.categoriesDetail ?? []}
            onChange={(ids) => form.setValue('categories', ids)}
          />
          <KeywordsField
            field={form.field('keywords')}
            onChange={(words) => form.setValue('keywords', words)}
          />
        </Card>
      </div>
    </div>
  )
}

/** The choices include the product's own, also before all of them are loaded. */
function PriceFields({ form, product }: ProductFieldsProps) {
  const { t } = useTranslation('catalogue')
  const own = product?.price
  const currencies =
    useQuery(choicesQuery('currencies')).data ?? (own ? [{ id: own.currency, ...own.currencyDetail }] : [])
  const units = useQuery(choicesQuery('units')).data ?? (own ? [{ id: own.unit, ...own.unitDetail }] : [])
  return (
    <div className={`gap-6 ${styles.line}`}>
      <DecimalField
        {...form.field('price.value')}
        onRead={(text) => form.setValue('price.value', text)}
        label={t('column.price')}
        required
      />
      <SelectField {...form.field('price.currency')} label={t('currency')} required>
        <option value="">{t('choose')}</option>
        {currencies.map(({ id, code }) => (
          <option key={id} value={id}>
            {code}
          </option>
        ))}
      </SelectField>
      <SelectField {...form.field('price.unit')} label={t('unit')} required>
        <option value="">{t('choose')}</option>
        {units.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <DecimalField
        {...form.field('quantity')}
        inputMode="numeric"
        onRead={(text) => form.setValue('quantity', text)}
        label={t('column.quantity')}
        required
      />
    </div>
  )
}
