import type { MenuCurrency, PageMenuItem } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { Switch } from '../../../ui/switch/switch'
import { useFields } from '../fields/fields-context'
import { PriceField } from '../fields/price-field'
import styles from './kitchen.module.css'

export interface KitchenItemProps {
  item: PageMenuItem
  name: string
  currency: MenuCurrency
}

/** An item of the menu: its whole upper line is the switch. */
export function KitchenItem({ item, name, currency }: KitchenItemProps) {
  const { t } = useTranslation(['page-editor', 'pages'])
  const { changeItem } = useFields()
  return (
    <li className={styles.item} data-sold-out={item.isSoldOut || undefined}>
      <Switch
        label={name}
        name={`${name}: ${t('available')}`}
        hint={t(item.isSoldOut ? 'pages:sold-out' : 'available')}
        isOn={!item.isSoldOut}
        onChange={(isOn) => changeItem(item.id, { isSoldOut: !isOn })}
      />
      <div className={styles.price}>
        <PriceField item={item} place={item.id} currency={currency} name={name} />
      </div>
    </li>
  )
}
