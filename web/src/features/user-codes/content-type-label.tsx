import { useTranslation } from 'react-i18next'
import { CONTENT_TYPES, onScreen } from '../../lib/content-types'

interface ContentTypeProps {
  contentType: string
  size?: number
}

export function ContentTypeIcon({ contentType, size = 17 }: ContentTypeProps) {
  const { Icon } = onScreen(contentType) ?? CONTENT_TYPES.Website
  return <Icon size={size} stroke={1.7} aria-hidden />
}

/** Name of a content type with its icon. */
export function ContentTypeLabel(props: ContentTypeProps) {
  const { t } = useTranslation('content-types')
  return (
    <>
      <ContentTypeIcon {...props} />
      {t(`type.${props.contentType}`, { defaultValue: props.contentType })}
    </>
  )
}
