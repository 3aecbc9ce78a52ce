import { type OperatorGuideSection, operatorGuidePath } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'

/** Links operators to a section of the operating guide, which is in English. */
export function OperatorGuideLink(guide: OperatorGuideSection) {
  const { t } = useTranslation('common')
  return (
    <a href={operatorGuidePath(useLanguage(), guide)} hrefLang="en">
      {t('guide')}
    </a>
  )
}
