import { lazy, Suspense } from 'react'
import { currentWorkspace } from '../../lib/session/workspace'

const DomainAlerts = lazy(async () => ({
  default: (await import('../../features/custom-domains/domain-alerts')).DomainAlerts,
}))
const OwnReportBanners = lazy(async () => ({
  default: (await import('../../features/code-reports/own-report-banners')).OwnReportBanners,
}))
const SecondFactorBanner = lazy(async () => ({
  default: (await import('../../features/account/security/second-factor-banner')).SecondFactorBanner,
}))
const WorkspaceDeletionBanner = lazy(async () => ({
  default: (await import('../../features/workspaces/deletion-banner')).WorkspaceDeletionBanner,
}))

/** What calls of their own have to be made for, each as soon as it is known. */
export const LateBanners = () => (
  <>
    {currentWorkspace() !== null && (
      <Suspense>
        <WorkspaceDeletionBanner />
      </Suspense>
    )}
    <Suspense>
      <DomainAlerts />
    </Suspense>
    <Suspense>
      <OwnReportBanners />
    </Suspense>
    <Suspense>
      <SecondFactorBanner />
    </Suspense>
  </>
)
