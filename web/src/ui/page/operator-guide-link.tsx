import { headingId } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'

/**
 * Where whoever runs the installation reads more.
 * @param heading a heading of docs/operate.md, which is in English
 */
export function OperatorGuideLink({ heading }: { heading: string }) {
  const { t } = useTranslation('common')
  return (
    <>
      {t('guide')}{' '}
      <a href={`/help/operate?lng=${useLanguage()}#${headingId(heading)}`} lang="en">
        <bdi>{heading}</bdi>
      </a>
    </>
  )
}
