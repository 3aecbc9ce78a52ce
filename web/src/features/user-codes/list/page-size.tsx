import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/field/select-field'
import styles from './page-size.module.css'
import { PAGE_SIZES } from './use-codes-search'

/** How many rows a page has. */
export function PageSize({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const { t } = useTranslation('user-codes')
  const id = useId()
  const sizes: readonly number[] = PAGE_SIZES
  // An address may name any number.
  const shown = sizes.includes(limit) ? sizes : [...sizes, limit].sort((one, other) => one - other)
  return (
    <span className={`gap-4 ${styles.size}`}>
      <label htmlFor={id}>{t('page-size')}</label>
      <Select isSmall id={id} value={limit} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {shown.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </Select>
    </span>
  )
}
