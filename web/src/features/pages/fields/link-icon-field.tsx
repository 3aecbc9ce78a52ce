import { LINK_ICONS, type LinkIcon } from '@scanleaf/shared'
import IconBed from '@tabler/icons-react/dist/esm/icons/IconBed.mjs'
import IconBook2 from '@tabler/icons-react/dist/esm/icons/IconBook2.mjs'
import IconBriefcase from '@tabler/icons-react/dist/esm/icons/IconBriefcase.mjs'
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs'
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs'
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconGift from '@tabler/icons-react/dist/esm/icons/IconGift.mjs'
import IconHeart from '@tabler/icons-react/dist/esm/icons/IconHeart.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs'
import IconMusic from '@tabler/icons-react/dist/esm/icons/IconMusic.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconScissors from '@tabler/icons-react/dist/esm/icons/IconScissors.mjs'
import IconShoppingBag from '@tabler/icons-react/dist/esm/icons/IconShoppingBag.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs'
import IconToolsKitchen2 from '@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs'
import IconTruck from '@tabler/icons-react/dist/esm/icons/IconTruck.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs'
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
  food: { Icon: IconToolsKitchen2, name: 'pages:menu' },
  cup: { Icon: IconCoffee, name: 'page-editor:icon.cup' },
  gift: { Icon: IconGift, name: 'page-editor:icon.gift' },
  heart: { Icon: IconHeart, name: 'page-editor:icon.heart' },
  video: { Icon: IconVideo, name: 'page-editor:icon.video' },
  music: { Icon: IconMusic, name: 'page-editor:icon.music' },
  people: { Icon: IconUsers, name: 'page-editor:icon.people' },
  truck: { Icon: IconTruck, name: 'page-editor:icon.truck' },
  scissors: { Icon: IconScissors, name: 'page-editor:icon.scissors' },
  bed: { Icon: IconBed, name: 'page-editor:icon.bed' },
  book: { Icon: IconBook2, name: 'page-editor:icon.book' },
  briefcase: { Icon: IconBriefcase, name: 'page-editor:icon.briefcase' },
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
