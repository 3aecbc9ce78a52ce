import { DOMAIN_KINDS, type DomainProblem } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Banner, BannerStack, bannerLink } from '../../ui/banner/banner'
import { settingsQuery } from './api'
import { mightHaveDomain } from './domain-memory'

const SETTINGS_STAY_MS = 10 * 60_000

/** Over every screen: a domain that codes are printed with is about to be lost, or was. */
export function DomainAlerts() {
  const { t } = useTranslation('settings')
  const [isAsked] = useState(mightHaveDomain)
  const { data: settings } = useQuery({ ...settingsQuery, staleTime: SETTINGS_STAY_MS, enabled: isAsked })
  const troubles = DOMAIN_KINDS.flatMap((kind) => {
    const trouble = settings?.[`${kind}DomainTrouble`]
    return trouble ? [{ kind, trouble, domain: settings[`${kind}Domain`] }] : []
  })
  if (troubles.length === 0) return null
  return (
    <BannerStack>
      {troubles.map(({ kind, trouble, domain }) => (
        <Banner
          key={kind}
          tone={toneOf(trouble)}
          link={
            <Link to="/settings/$tab" params={{ tab: 'domain' }} className={bannerLink}>
              {t('trouble.open')}
            </Link>
          }
        >
          <TroubleText domain={domain} trouble={trouble} />
        </Banner>
      ))}
    </BannerStack>
  )
}

const toneOf = ({ kind }: DomainProblem) => (kind === 'missing' ? 'pending' : 'past-due')

function TroubleText({ domain, trouble }: { domain: string; trouble: DomainProblem }) {
  const { t } = useTranslation('settings')
  const day = (time: string) => bidiIsolate(formatDate(time))
  return trouble.kind === 'missing'
    ? t('trouble.missing', {
        domain: bidiIsolate(domain),
        since: day(trouble.since),
        endsAt: day(trouble.endsAt),
      })
    : t(`trouble.${trouble.kind}`, { domain: bidiIsolate(domain), at: day(trouble.at) })
}
