import { depthOf, type ProductCategory } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FormField } from '../../../lib/forms/use-form'
import { SelectField } from '../../../ui/field/select-field'
import { choicesQuery } from '../api'
import { Chips } from './chips'
import { joinWithCommas, splitCommas } from './comma-list'
import styles from './forms.module.css'

export interface CategoriesFieldProps {
  field: FormField
  /** Names of those that are chosen already, until all are loaded. */
  known: readonly { id: string; title: string }[]
  onChange: (value: string) => void
}

/** The categories of a product: chosen one after the other, each taken away by its cross. */
export function CategoriesField({ field, known, onChange }: CategoriesFieldProps) {
  const { t } = useTranslation('catalogue')
  const { data: categories = [] } = useQuery(choicesQuery('categories'))
  const chosen = splitCommas(field.value)
  const nameOf = (id: string) => [...categories, ...known].find((each) => each.id === id)?.title ?? id
  return (
    <div className={`gap-5 ${styles.group}`}>
      <SelectField
        name={field.name}
        label={t('column.categories')}
        error={field.error}
        value=""
        onChange={(event) => onChange(joinWithCommas([...chosen, event.currentTarget.value]))}
        required
      >
        <option value="" disabled>
          {t('choose')}
        </option>
        <CategoryOptions categories={categories.filter(({ id }) => !chosen.includes(id))} />
      </SelectField>
      <Chips
        label={t('column.categories')}
        chips={chosen.map((id) => ({ value: id, text: nameOf(id) }))}
        onRemove={(id) => onChange(joinWithCommas(chosen.filter((each) => each !== id)))}
      />
    </div>
  )
}

/** The categories of a choice, indented by depth. */
export const CategoryOptions = ({ categories }: { categories: readonly ProductCategory[] }) =>
  categories.map(({ id, title, path }) => (
    <option key={id} value={id}>
      {`${'\u2003'.repeat(depthOf(path) - 1)}${title}`}
    </option>
  ))
