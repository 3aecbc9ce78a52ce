import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../lib/format/format'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Banner, BannerStack, bannerLink } from '../../ui/banner/banner'
import { workspaceId, workspacesQuery } from './api'

/** Over every screen of a workspace until the day of its deletion, which its owner can still call off. */
export function WorkspaceDeletionBanner() {
  const { t } = useTranslation(['leaving', 'workspaces'])
  const { data: workspaces } = useQuery(workspacesQuery)
  const current = workspaces?.find(({ id }) => id === workspaceId())
  if (!current?.deletingAt) return null
  const text = { workspace: bidiIsolate(current.name), day: formatDate(current.deletingAt) }
  const link = (
    <Link className={bannerLink} to="/settings/$tab" params={{ tab: 'members' }}>
      {t('workspaces:members')}
    </Link>
  )
  return (
    <BannerStack>
      <Banner tone="past-due" link={link}>
        {t('leaving:workspace.planned', text)}
      </Banner>
    </BannerStack>
  )
}
