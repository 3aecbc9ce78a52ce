import { MAX_PAGE_LINE, MAX_TITLE, MENU_MARKS, type MenuCurrency } from '@scanleaf/shared'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/button'
import { Switch } from '../../../ui/switch/switch'
import type { ItemInput } from '../state/live-values'
import styles from './fields.module.css'
import { useFields } from './fields-context'
import { OwnerTextField } from './owner-text'
import { PriceField } from './price-field'

export interface MenuItemFieldsProps {
  item: ItemInput
  place: string
  currency: MenuCurrency
  /** Shows what is rarely changed. */
  isOpen: boolean
  tools: ReactNode
  onToggle: () => void
  onChange: (item: ItemInput) => void
}

export function MenuItemFields(props: MenuItemFieldsProps) {
  const { item, place, currency, isOpen, tools, onToggle, onChange } = props
  const { t } = useTranslation(['page-editor', 'pages'])
  const { language, changeItem } = useFields()
  const more = useId()
  const name = item.name[language] ?? ''
  const { isSoldOut = false, marks = [] } = item
  return (
    <li className={styles.item} data-open={isOpen || undefined} data-sold-out={isSoldOut || undefined}>
      <div className={styles.itemRow}>
        <OwnerTextField
          label={t('field.item')}
          place={`${place}.name`}
          texts={item.name}
          required
          maxLength={MAX_TITLE}
          onChange={(next) => onChange({ ...item, name: next })}
        />
        <PriceField item={item} place={`${place}.price`} currency={currency} name={name} />
        <Switch
          label={t(isSoldOut ? 'pages:sold-out' : 'available')}
          name={`${name}: ${t('available')}`}
          isOn={!isSoldOut}
          onChange={(isOn) => changeItem(item.id, { isSoldOut: !isOn })}
        />
        <IconButton
          aria-label={t('more-of', { name })}
          aria-expanded={isOpen}
          aria-controls={more}
          onClick={onToggle}
        >
          <IconDots size={18} stroke={2} aria-hidden />
        </IconButton>
      </div>
      {isOpen && (
        <div id={more} className="stack gap-6">
          <OwnerTextField
            label={t('field.description')}
            place={`${place}.line`}
            texts={item.line}
            maxLength={MAX_PAGE_LINE}
            onChange={(line) => onChange({ ...item, line })}
          />
          <div className="row wrap gap-6">
            {MENU_MARKS.map((mark) => (
              <label key={mark} className={`row gap-4 ${styles.mark}`}>
                <input
                  type="checkbox"
                  checked={marks.includes(mark)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange({
                      ...item,
                      marks: MENU_MARKS.filter((each) => (each === mark ? checked : marks.includes(each))),
                    })
                  }
                />
                {t(`pages:mark.${mark}`)}
              </label>
            ))}
            {tools}
          </div>
        </div>
      )}
    </li>
  )
}
