import { DYNAMIC_CONTENT_TYPES, formatNumber, type ProductId } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TYPES_ON_SCREEN } from '../../../lib/content-types'
import { useLanguage } from '../../../lib/i18n/i18n'
import { Button } from '../../../ui/button/button'
import { SelectField } from '../../../ui/field/select-field'
import drop from '../../../ui/menu/dropdown.module.css'
import { tagsQuery } from '../api'
import styles from './codes-toolbar.module.css'
import { type CodesFilter, type CodesSearch, NO_FILTER } from './use-codes-search'

const SORTS = ['-createdAt', 'createdAt', 'name', '-name'] as const
const SCAN_SORTS = ['-lastScan', '-scanCounter', 'scanCounter'] as const
const STATES = ['active', 'paused'] as const

export interface FilterPanelProps {
  productId: ProductId
  search: CodesSearch
}

/** Type, tag, state and order of a list. Each choice takes effect at once. */
export function FilterPanel({ productId, search }: FilterPanelProps) {
  const { t } = useTranslation(['user-codes', 'content-types'])
  const language = useLanguage()
  const tags = useQuery(tagsQuery(productId))
  const isDynamic = productId === 'dynamic-code'
  const types = TYPES_ON_SCREEN.filter((type) => !isDynamic || DYNAMIC_CONTENT_TYPES.includes(type))
  const sorts = isDynamic ? [...SORTS, ...SCAN_SORTS] : SORTS
  const found = tags.data ?? []
  const shownTags =
    found.some(({ tag }) => tag === search.tag) || search.tag === ''
      ? found
      : [{ tag: search.tag, total: 0 }, ...found]
  return (
    <div className={`${drop.panel} ${styles.panel}`} role="dialog" aria-label={t('filter')}>
      <Choice
        label={t('column.type')}
        name="contentType"
        search={search}
        options={[
          { value: '', text: t('filter.every-type') },
          ...types.map((type) => ({ value: type, text: t(`content-types:type.${type}`) })),
        ]}
      />
      {shownTags.length > 0 && (
        <Choice
          label={t('tag')}
          name="tag"
          search={search}
          options={[
            { value: '', text: t('filter.every-tag') },
            ...shownTags.map(({ tag, total }) => ({
              value: tag,
              text: `${tag} (${formatNumber(total, language)})`,
            })),
          ]}
        />
      )}
      {isDynamic && (
        <Choice
          label={t('detail.state')}
          name="state"
          search={search}
          options={[
            { value: '', text: t('filter.every-state') },
            ...STATES.map((state) => ({ value: state, text: t(state) })),
          ]}
        />
      )}
      <Choice
        label={t('sort')}
        name="sort"
        search={search}
        options={sorts.map((sort) => ({ value: sort === '-createdAt' ? '' : sort, text: t(`sort.${sort}`) }))}
      />
      <Button variant="subtle" size="sm" onClick={() => search.narrow(NO_FILTER)}>
        {t('filter.clear')}
      </Button>
    </div>
  )
}

interface ChoiceProps {
  label: string
  name: keyof CodesFilter
  options: readonly { value: string; text: string }[]
  search: CodesSearch
}

function Choice({ label, name, options, search }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={search[name]}
      onChange={(event) => search.narrow({ [name]: event.currentTarget.value })}
    >
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}
