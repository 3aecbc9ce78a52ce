import { CreateProductCategory, categoryPlace, type ProductCategory } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/field/select-field'
import { TextField } from '../../../ui/field/text-field'
import { choicesQuery } from '../api'
import { CategoryOptions } from './categories-field'
import type { ItemDialogProps } from './form-dialog'
import { FormDialog } from './form-dialog'
import { useDataForm } from './use-item-form'

/** The path follows from the title and the parent while they are chosen (billing-spec §5). */
export function CategoryDialog({ item, onClose }: ItemDialogProps<ProductCategory>) {
  const { t } = useTranslation('catalogue')
  const { data: categories = [] } = useQuery(choicesQuery('categories'))
  const form = useDataForm({
    view: 'categories',
    item,
    initial: { title: item?.title ?? '', parent: item?.parent ?? '' },
    schema: CreateProductCategory,
    bodyOf: (values) => values,
    onSaved: onClose,
  })
  const { title, parent } = form.values
  const parentPath = categories.find(({ id }) => id === parent)?.path ?? null
  const { slug, pathname } = categoryPlace(title, parentPath)
  return (
    <FormDialog title={t(item ? 'edit.categories' : 'add.categories')} form={form} onClose={onClose}>
      <TextField
        {...form.field('title')}
        label={t('column.title')}
        autoComplete="off"
        data-autofocus
        required
      />
      <SelectField {...form.field('parent')} label={t('column.parent')}>
        <option value="">{t('parent.none')}</option>
        <CategoryOptions categories={categories.filter((each) => !isWithin(each, item))} />
      </SelectField>
      <TextField label={t('column.slug')} value={slug} dir="ltr" disabled />
      <TextField
        label={t('column.pathname')}
        value={slug === '' ? '' : pathname}
        hint={t('pathname.hint')}
        dir="ltr"
        disabled
      />
    </FormDialog>
  )
}

/** A category cannot be inside itself. */
const isWithin = ({ path }: ProductCategory, outer: ProductCategory | undefined): boolean =>
  outer !== undefined && (path === outer.path || path.startsWith(`${outer.path}/`))
