import { lazy, Suspense } from 'react'
import { ImportPage, MoveInCard, RecentRuns } from '../../features/bulk/import'
import { useConfig } from '../../lib/config'
import { LinkBaseContext } from '../../lib/link-base'
import { Allowed } from '../../lib/session/allowed'
import { useOwnLinkBase } from '../own-link-base'
import { SettingsFrame } from './settings-frame'

const ExportCard = lazy(async () => ({
  default: (await import('../../features/account/leaving/export-card')).ExportCard,
}))

/** The tab of the settings with the ways in and out. */
export function ImportExport() {
  const { hasEmbeddedAccount } = useConfig()
  return (
    <div className="stack gap-8">
      <Allowed to="codes:write">
        <MoveInCard />
      </Allowed>
      <RecentRuns isImport />
      {hasEmbeddedAccount && (
        <Suspense>
          <ExportCard />
        </Suspense>
      )}
    </div>
  )
}

/** One import, under the same tabs. */
export const ImportScreen = () => (
  <SettingsFrame help="moving-in">
    <LinkBaseContext value={useOwnLinkBase()}>
      <ImportPage />
    </LinkBaseContext>
  </SettingsFrame>
)
