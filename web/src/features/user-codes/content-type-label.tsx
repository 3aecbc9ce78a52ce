import IconAlignLeft from '@tabler/icons-react/dist/esm/icons/IconAlignLeft.mjs'
import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconWifi from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { useTranslation } from 'react-i18next'

const ICONS: Record<string, typeof IconWorld> = {
  'Website-pdf': IconFileText,
  'Facebook Url': IconBrandFacebook,
  'Facebook share': IconBrandFacebook,
  VCard: IconId,
  Text: IconAlignLeft,
  Email: IconMail,
  Phone: IconPhone,
  Wifi: IconWifi,
  SMS: IconMessage,
}

/** Every type that a code may have. */
export const CONTENT_TYPES = ['Website', ...Object.keys(ICONS)]

interface ContentTypeProps {
  contentType: string
  size?: number
}

export function ContentTypeIcon({ contentType, size = 17 }: ContentTypeProps) {
  const Icon = ICONS[contentType] ?? IconWorld
  return <Icon size={size} stroke={1.7} aria-hidden />
}

/** Name of a content type with its icon. */
export function ContentTypeLabel(props: ContentTypeProps) {
  const { t } = useTranslation('user-codes')
  return (
    <>
      <ContentTypeIcon {...props} />
      {t(`type.${props.contentType}`, { defaultValue: props.contentType })}
    </>
  )
}
