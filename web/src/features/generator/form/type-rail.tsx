import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs'
import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconLetterT from '@tabler/icons-react/dist/esm/icons/IconLetterT.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMessageDots from '@tabler/icons-react/dist/esm/icons/IconMessageDots.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconWifi from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tab } from '../state/tabs'
import styles from './type-rail.module.css'

const ICONS: Readonly<Record<Tab, typeof IconWorld>> = {
  website: IconWorld,
  vcard: IconId,
  'vcard-online': IconAddressBook,
  text: IconLetterT,
  email: IconMail,
  facebook: IconBrandFacebook,
  wifi: IconWifi,
  phone: IconPhone,
  sms: IconMessageDots,
  pdf: IconFileText,
}

export interface TypeRailProps {
  tabs: readonly Tab[]
  value: Tab
  onChange: (tab: Tab) => void
  /** Leaves for the site that makes online cards. */
  onLeave: () => void
}

/** The content types: a rail beside the form, a row of chips on a phone; a radio group with arrow keys. */
export function TypeRail({ tabs, value, onChange, onLeave }: TypeRailProps) {
  const { t } = useTranslation('generator')
  const rail = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chip may be out of sight
  useEffect(() => {
    rail.current
      ?.querySelector(':checked')
      ?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <fieldset className={`stack gap-1 ${styles.rail}`} ref={rail}>
      <legend className="visually-hidden">{t('types')}</legend>
      {tabs.map((tab) => {
        const Icon = ICONS[tab]
        const name = <span>{t(`tab.${tab}`)}</span>
        if (tab === 'vcard-online') {
          return (
            <button key={tab} type="button" className={`row muted gap-5 ${styles.type}`} onClick={onLeave}>
              <Icon size={18} stroke={1.7} aria-hidden />
              {name}
              <IconExternalLink
                className={`${styles.external} flip`}
                size={15}
                stroke={1.7}
                aria-label={t('leaves')}
              />
            </button>
          )
        }
        return (
          <label key={tab} className={`row muted gap-5 ${styles.type}`}>
            <input
              type="radio"
              name="content-type"
              value={tab}
              className="visually-hidden"
              checked={tab === value}
              onChange={() => onChange(tab)}
            />
            <Icon size={18} stroke={1.7} aria-hidden />
            {name}
          </label>
        )
      })}
    </fieldset>
  )
}
