import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { useTranslation } from 'react-i18next'

/** Name of a content type with its icon. */
export function ContentTypeLabel({ contentType, size = 17 }: { contentType: string; size?: number }) {
  const { t } = useTranslation('user-codes')
  return (
    <>
      <IconWorld size={size} stroke={1.7} aria-hidden />
      {t(`type.${contentType}`, { defaultValue: contentType })}
    </>
  )
}
