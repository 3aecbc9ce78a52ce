import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTENT_TYPES, TAB_GROUPS, typesOfTab } from '../../../lib/content-types'
import type { Tab } from '../state/tabs'
import styles from './type-rail.module.css'

/** The icon of a tab is that of its first content type. */
const iconOf = (tab: Tab) =>
  tab === 'vcard-online' ? IconAddressBook : CONTENT_TYPES[typesOfTab(tab)[0] ?? 'Website'].Icon

export interface TypeRailProps {
  tabs: readonly Tab[]
  value: Tab
  onChange: (tab: Tab) => void
  /** Leaves for the site that makes online cards. */
  onLeave: () => void
}

/** The tabs that are shown by their groups; the online card stands beside the card. */
const grouped = (tabs: readonly Tab[]) =>
  TAB_GROUPS.map(({ name, tabs: all }) => ({
    name,
    shown: tabs.filter((tab) => all.some((each) => each === (tab === 'vcard-online' ? 'vcard' : tab))),
  })).filter(({ shown }) => shown.length > 0)

/** The content types in groups: a rail beside the form, a row of chips on a phone; a radio group with arrow keys. */
export function TypeRail({ tabs, value, onChange, onLeave }: TypeRailProps) {
  const { t } = useTranslation(['generator', 'content-types'])
  const rail = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chip may be out of sight
  useEffect(() => {
    const row = rail.current
    const chip = row?.querySelector(':checked')?.parentElement
    // Along the row of a phone alone: the rail of a wide screen would take the page with it.
    if (!row || !chip || row.scrollWidth <= row.clientWidth) return
    chip.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <fieldset className={`stack gap-1 ${styles.rail}`} ref={rail}>
      <legend className="visually-hidden">{t('types')}</legend>
      {grouped(tabs).map(({ name: group, shown }) => (
        <fieldset key={group} className={`stack gap-1 ${styles.group}`}>
          {shown.length > 1 && (
            <legend className={`muted ${styles.heading}`}>{t(`content-types:group.${group}`)}</legend>
          )}
          {shown.map((tab) => {
            const Icon = iconOf(tab)
            const name = <span>{t(`content-types:tab.${tab}`)}</span>
            if (tab === 'vcard-online') {
              return (
                <button
                  key={tab}
                  type="button"
                  className={`row muted gap-5 ${styles.type}`}
                  onClick={onLeave}
                >
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
      ))}
    </fieldset>
  )
}
