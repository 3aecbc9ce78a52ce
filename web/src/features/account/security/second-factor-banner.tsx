import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Banner, BannerStack, bannerLink } from '../../../ui/banner/banner'
import { profileQuery } from '../profile/profile-query'

/** Leads an administrator with the rights of a member to where a second factor is added. */
export function SecondFactorBanner() {
  const { t } = useTranslation(['security', 'account'])
  const { data: profile } = useQuery(profileQuery)
  if (!profile?.needsSecondFactor) return null
  return (
    <BannerStack>
      <Banner
        tone="pending"
        link={
          <Link to="/account/security" className={bannerLink}>
            {t('account:security')}
          </Link>
        }
      >
        {t('admin-needed')}
      </Banner>
    </BannerStack>
  )
}
