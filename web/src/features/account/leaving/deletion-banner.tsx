import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format'
import { Banner, BannerStack, bannerLink } from '../../../ui/banner/banner'
import { profileQuery } from '../profile/profile-query'
import { KeepButton } from './keep-button'

/** Over every screen until the day of the deletion: it can still be called off. */
export function DeletionBanner() {
  const { t } = useTranslation('leaving')
  const { data: profile } = useQuery(profileQuery)
  if (!profile?.deletion) return null
  return (
    <BannerStack>
      <Banner tone="past-due" link={<KeepButton className={bannerLink} />}>
        {t('planned', { day: formatDate(profile.deletion.at) })}
      </Banner>
    </BannerStack>
  )
}
