import { useMediaQuery } from '@mantine/hooks'
import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTENT_TYPES, TAB_GROUPS, typesOfTab } from '../../../lib/content-types'
import { Dialog } from '../../../ui/dialog/dialog'
import { Disclosure } from '../../../ui/disclosure/disclosure'
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

interface Group {
  name: (typeof TAB_GROUPS)[number]['name']
  tabs: Tab[]
}

/** The tabs that are shown by their groups; the online card stands beside the card. */
const grouped = (tabs: readonly Tab[]): Group[] =>
  TAB_GROUPS.map(({ name, tabs: all }) => ({
    name,
    tabs: tabs.filter((tab) => all.some((each) => each === (tab === 'vcard-online' ? 'vcard' : tab))),
  })).filter((group) => group.tabs.length > 0)

/** The content types in groups: a rail beside the form, of which one is open; on 960 px and less chips over it. */
export function TypeRail(props: TypeRailProps) {
  const isNarrow = useMediaQuery('(max-width: 960px)', undefined, { getInitialValueInEffect: false })
  const groups = grouped(props.tabs)
  const own = groups.find(({ tabs }) => tabs.includes(props.value)) ?? groups[0]
  if (!own) return null
  return isNarrow ? (
    <Chips {...props} groups={groups} own={own} />
  ) : (
    <Accordion {...props} groups={groups} own={own} />
  )
}

interface GroupsProps extends TypeRailProps {
  groups: readonly Group[]
  /** That of the current type. */
  own: Group
}

function Accordion({ groups, own, ...props }: GroupsProps) {
  const { t } = useTranslation(['generator', 'content-types'])
  const [open, setOpen] = useState<{ of: Tab; name: string | null }>({ of: props.value, name: own.name })
  /** The group of a type that was chosen elsewhere opens. */
  const openName = open.of === props.value ? open.name : own.name
  return (
    <fieldset className={`stack gap-1 ${styles.rail}`}>
      <legend className="visually-hidden">{t('types')}</legend>
      {groups.map(({ name, tabs }) => {
        const [first] = tabs
        if (first && tabs.length === 1)
          return <Option key={name} {...props} tab={first} group={name} hasIcon />
        const Icon = iconOf(first ?? 'website')
        return (
          <Disclosure
            key={name}
            look="row"
            title={
              <>
                <Icon size={18} stroke={1.7} aria-hidden />
                {t(`content-types:group.${name}`)}
              </>
            }
            className={styles.group}
            isOpen={openName === name}
            onToggle={(isOpen) => setOpen({ of: props.value, name: isOpen ? name : null })}
          >
            <div className={`stack gap-1 ${styles.kinds}`}>
              {tabs.map((tab) => (
                <Option key={tab} {...props} tab={tab} group={name} />
              ))}
            </div>
          </Disclosure>
        )
      })}
    </fieldset>
  )
}

/** The types of one group; the others are in a sheet. */
function Chips({ groups, own, ...props }: GroupsProps) {
  const { t } = useTranslation(['generator', 'content-types'])
  const [isOpen, setIsOpen] = useState(false)
  const row = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chip may be out of sight
  useEffect(() => {
    row.current?.querySelector(':checked')?.parentElement?.scrollIntoView({
      block: 'nearest',
      inline: 'nearest',
    })
  }, [props.value])
  const choose = (tab: Tab) => {
    setIsOpen(false)
    props.onChange(tab)
  }
  const nameOf = ({ name, tabs }: Group) =>
    t(tabs.length > 1 ? `content-types:group.${name}` : `content-types:tab.${tabs[0] ?? 'website'}`)
  return (
    <fieldset className={`row gap-4 ${styles.chips}`} ref={row}>
      <legend className="visually-hidden">{t('types')}</legend>
      <button
        type="button"
        className={`row gap-3 ${styles.type} ${styles.all}`}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span className="visually-hidden">{t('types')}: </span>
        {nameOf(own)}
        <IconChevronDown size={16} stroke={1.7} aria-hidden />
      </button>
      {own.tabs.length > 1 &&
        own.tabs.map((tab) => <Option key={tab} {...props} tab={tab} group={own.name} hasIcon />)}
      <Dialog title={t('types')} opened={isOpen} onClose={() => setIsOpen(false)}>
        <div className="stack gap-8">
          {groups.map((group) => (
            <section key={group.name} className="stack gap-4">
              {group.tabs.length > 1 && <h3 className={styles.heading}>{nameOf(group)}</h3>}
              <div className="row wrap gap-4">
                {group.tabs.map((tab) => (
                  <TypeButton
                    key={tab}
                    tab={tab}
                    isChosen={tab === props.value}
                    onPress={tab === 'vcard-online' ? props.onLeave : () => choose(tab)}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
      </Dialog>
    </fieldset>
  )
}

interface OptionProps extends TypeRailProps {
  tab: Tab
  group: string
  hasIcon?: boolean
}

function Option({ tab, group, value, hasIcon = false, onChange, onLeave }: OptionProps) {
  const { t } = useTranslation(['generator', 'content-types'])
  if (tab === 'vcard-online') return <TypeButton tab={tab} hasIcon={hasIcon} onPress={onLeave} />
  const Icon = iconOf(tab)
  return (
    <label className={`row muted gap-5 ${styles.type}`}>
      <input
        type="radio"
        // The keys move among the types that are seen: those of another group are folded.
        name={`content-type-${group}`}
        value={tab}
        className="visually-hidden"
        checked={tab === value}
        onChange={() => onChange(tab)}
      />
      {hasIcon && <Icon size={18} stroke={1.7} aria-hidden />}
      <span>{t(`content-types:tab.${tab}`)}</span>
    </label>
  )
}

interface TypeButtonProps {
  tab: Tab
  isChosen?: boolean
  hasIcon?: boolean
  onPress: () => void
}

function TypeButton({ tab, isChosen = false, hasIcon = true, onPress }: TypeButtonProps) {
  const { t } = useTranslation(['generator', 'content-types'])
  const Icon = iconOf(tab)
  return (
    <button
      type="button"
      className={`row muted gap-5 ${styles.type}`}
      aria-current={isChosen || undefined}
      onClick={onPress}
    >
      {hasIcon && <Icon size={18} stroke={1.7} aria-hidden />}
      <span>{t(`content-types:tab.${tab}`)}</span>
      {tab === 'vcard-online' && (
        <IconExternalLink
          className={`${styles.external} flip`}
          size={15}
          stroke={1.7}
          aria-label={t('leaves')}
        />
      )}
    </button>
  )
}
