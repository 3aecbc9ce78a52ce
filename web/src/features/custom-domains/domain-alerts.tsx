import { DOMAIN_KINDS, type DomainTrouble } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../lib/format/format'
import { isolated } from '../../lib/i18n/bidi-isolate'
import { Notice, NoticeStrip, noticeLink } from '../../ui/banner/banner'
import { settingsQuery } from './api'
import { mayHaveDomain } from './domain-memory'

const SETTINGS_STAY_MS = 10 * 60_000

/** Over every screen: a domain that codes are printed with is about to be lost, or was. */
export function DomainTroubles() {
  const { t } = useTranslation('settings')
  const [isAsked] = useState(mayHaveDomain)
  const { data: settings } = useQuery({ ...settingsQuery, staleTime: SETTINGS_STAY_MS, enabled: isAsked })
  const troubles = DOMAIN_KINDS.flatMap((kind) => {
    const trouble = settings?.[`${kind}DomainTrouble`]
    return trouble ? [{ kind, trouble, domain: settings[`${kind}Domain`] }] : []
  })
  if (troubles.length === 0) return null
  return (
    <NoticeStrip>
      {troubles.map(({ kind, trouble, domain }) => (
        <Notice
          key={kind}
          tone={toneOf(trouble)}
          link={
            <Link to="/settings/$tab" params={{ tab: 'domain' }} className={noticeLink}>
              {t('trouble.open')}
            </Link>
          }
        >
          <TroubleText domain={domain} trouble={trouble} />
        </Notice>
      ))}
    </NoticeStrip>
  )
}

const toneOf = ({ kind }: DomainTrouble) => (kind === 'missing' ? 'pending' : 'past-due')

function TroubleText({ domain, trouble }: { domain: string; trouble: DomainTrouble }) {
  const { t } = useTranslation('settings')
  const day = (time: string) => isolated(formatDate(time))
  return trouble.kind === 'missing'
    ? t('trouble.missing', {
        domain: isolated(domain),
        since: day(trouble.since),
        endsAt: day(trouble.endsAt),
      })
    : t(`trouble.${trouble.kind}`, { domain: isolated(domain), at: day(trouble.at) })
}
