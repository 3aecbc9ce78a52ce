import { formatList, type OwnReportedCode } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'
import { Banner, BannerStack, bannerLink } from '../../ui/banner/banner'
import { ownCodesQuery } from './api'

const MAX_NAMED = 3

/** Banner on every screen: visitors reported the user’s codes, or see a warning before them. */
export function OwnReportBanners() {
  const { data: codes = [] } = useQuery(ownCodesQuery)
  if (codes.length === 0) return null
  return (
    <BannerStack>
      <OwnReportBanner codes={codes.filter(({ isWarned }) => isWarned)} isWarned />
      <OwnReportBanner codes={codes.filter(({ isWarned }) => !isWarned)} />
    </BannerStack>
  )
}

function OwnReportBanner({
  codes,
  isWarned = false,
}: {
  codes: readonly OwnReportedCode[]
  isWarned?: boolean
}) {
  const { t } = useTranslation('code-reports')
  const language = useLanguage()
  const [first] = codes
  if (!first) return null
  const named = codes.slice(0, MAX_NAMED).map(({ name, dynamicId }) => bidiIsolate(name || dynamicId))
  return (
    <Banner
      tone={isWarned ? 'past-due' : 'pending'}
      link={
        <Link to="/dynamic-codes" search={{ code: first.codeId }} className={bannerLink}>
          {t('own.link')}
        </Link>
      }
    >
      {t(isWarned ? 'own.notice.warned' : 'own.notice', {
        names: formatList(named, language, codes.length),
      })}
    </Banner>
  )
}
