import { LINK_ICONS, type LinkIcon } from '@scanleaf/shared'
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconShoppingBag from '@tabler/icons-react/dist/esm/icons/IconShoppingBag.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './fields.module.css'

/** The icons of links as the editor shows them, and what each stands for. One that is missing here does not compile. */
const ICONS = {
  link: { Icon: IconLink, name: 'page-editor:field.link' },
  bag: { Icon: IconShoppingBag, name: 'page-editor:icon.bag' },
  star: { Icon: IconStar, name: 'content-types:type.Review' },
  calendar: { Icon: IconCalendarEvent, name: 'content-types:tab.event' },
  phone: { Icon: IconPhone, name: 'pages:call' },
  mail: { Icon: IconMail, name: 'pages:email' },
  globe: { Icon: IconWorld, name: 'pages:website' },
  pin: { Icon: IconMapPin, name: 'pages:place' },
  ticket: { Icon: IconTicket, name: 'page-editor:icon.ticket' },
  bank: { Icon: IconBuildingBank, name: 'content-types:tab.vietqr' },
  picture: { Icon: IconPhoto, name: 'page-editor:block.pictures' },
  document: { Icon: IconFileText, name: 'content-types:tab.pdf' },
} as const satisfies Record<LinkIcon, { Icon: typeof IconLink; name: string }>

export interface LinkIconFieldProps {
  icon: LinkIcon
  onChange: (icon: LinkIcon) => void
}

/** A radio group of drawings, with arrow keys. */
export function LinkIconField({ icon, onChange }: LinkIconFieldProps) {
  const { t } = useTranslation(['page-editor', 'pages', 'content-types'])
  const group = useId()
  return (
    <fieldset>
      <legend className={styles.dayName}>{t('field.icon')}</legend>
      <div className="row wrap gap-4">
        {LINK_ICONS.map((each) => {
          const { Icon, name } = ICONS[each]
          return (
            <label key={each} className={styles.icon} title={t(name)}>
              <input
                type="radio"
                name={group}
                className="visually-hidden"
                aria-label={t(name)}
                checked={each === icon}
                onChange={() => onChange(each)}
              />
              <Icon size={20} stroke={1.7} aria-hidden />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
