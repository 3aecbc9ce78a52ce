import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askConfirmation } from '../../../lib/api/confirmation'
import { Banner, BannerStack, bannerLink } from '../../../ui/banner/banner'
import { profileQuery } from '../profile/profile-query'
import { factorsQuery } from './api'

/**
 * Leads an administrator with the rights of a member to where a second factor is added, and where there is one, to prove it
 * in this session.
 */
export function SecondFactorBanner() {
  const { t } = useTranslation(['security', 'account'])
  const client = useQueryClient()
  const { data: profile } = useQuery(profileQuery)
  const needsFactor = profile?.needsSecondFactor === true
  const { data: factors } = useQuery({ ...factorsQuery, enabled: needsFactor })
  if (!needsFactor || !factors) return null
  const hasFactor = factors.totpEnabledAt !== null || factors.passkeys.some(({ isUsable }) => isUsable)
  const prove = async () => {
    if (await askConfirmation()) await client.invalidateQueries()
  }
  return (
    <BannerStack>
      <Banner
        tone="pending"
        link={
          hasFactor ? (
            <button type="button" className={bannerLink} onClick={prove}>
              {t('confirm')}
            </button>
          ) : (
            <Link to="/account/security" className={bannerLink}>
              {t('account:security')}
            </Link>
          )
        }
      >
        {t(hasFactor ? 'admin-unproven' : 'admin-needed')}
      </Banner>
    </BannerStack>
  )
}
