import { screenOf } from '@scanleaf/shared'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { profileQuery } from '../../features/account'
import { queryClient } from '../../lib/api/query-client'
import { whenIdle } from '../../lib/boot/when-idle'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { ProposedRulesView } from '../../lib/proposed-rules'
import { Allowed } from '../../lib/session/allowed'
import { useSession } from '../../lib/session/session'
import { startSignIn } from '../../lib/session/sign-in'
import { useMay } from '../../lib/session/workspace'
import { Banner, BannerStack } from '../../ui/banner/banner'
import { OfflineBanner } from '../../ui/banner/offline-banner'
import { ListKept } from '../../ui/state/load-error'
import { Confirmation } from '../confirmation'
import { PlanLimit } from '../plan-limit'
import styles from './frame.module.css'
import { FrameBar } from './frame-bar'
import { KeptRoom } from './kept-room'

const NotificationBanners = lazy(async () => ({
  default: (await import('../../features/billing/notifications/notification-banners')).NotificationBanners,
}))

const EmailBanner = lazy(async () => ({
  default: (await import('../../features/account/profile/email-banner')).EmailBanner,
}))

// The screen itself comes before them.
const LateBanners = lazy(async () => {
  await whenIdle()
  return { default: (await import('./late-banners')).LateBanners }
})
const DeletionBanner = lazy(async () => ({
  default: (await import('../../features/account/leaving/deletion-banner')).DeletionBanner,
}))
const ChatDock = lazy(async () => {
  await whenIdle()
  return { default: (await import('../../features/chat')).ChatDock }
})

const ProposedRules = lazy(async () => ({
  default: (await import('../../features/link-rules/rules-in-short')).ProposedRules,
}))

const NotAllowed = lazy(async () => ({
  default: (await import('../../features/workspaces/not-allowed')).NotAllowed,
}))

/** The protected screens: bar, then the screen. A session that ends leads to the sign-in and back. */
export function Frame() {
  return (
    <QueryClientProvider client={queryClient}>
      <ProposedRulesView value={ProposedRules}>
        <FramedScreen />
      </ProposedRulesView>
    </QueryClientProvider>
  )
}

function FramedScreen() {
  const { t } = useTranslation('common')
  const { billing, isPublicDemo } = useConfig()
  const session = useSession()
  const own = useQuery({ ...profileQuery, enabled: session !== null })
  const profile = own.data
  const isAllowed = useMay(screenOf(useLocation().pathname)?.capability)
  useReturnToSignIn()
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('skip-to-content')}
      </a>
      <FrameBar />
      <main className={styles.page} id="main" tabIndex={-1}>
        {isPublicDemo && (
          <BannerStack>
            <Banner tone="pending">{t('demo')}</Banner>
          </BannerStack>
        )}
        <OfflineBanner onRetry={() => queryClient.refetchQueries()} />
        {/* Without it the screens of operators do not know what they may show. */}
        {own.isError && !profile && <ListKept text={t('load-error.title')} onRetry={own.refetch} />}
        {session && (
          <KeptRoom>
            {profile?.mustVerifyEmail && (
              <Suspense>
                <EmailBanner email={profile.pendingEmail || profile.email} />
              </Suspense>
            )}
            {profile?.deletion && (
              <Suspense>
                <DeletionBanner />
              </Suspense>
            )}
            {billing && (
              <Allowed to="billing:read">
                <Suspense>
                  <NotificationBanners />
                </Suspense>
              </Allowed>
            )}
            <Suspense>
              <LateBanners />
            </Suspense>
          </KeptRoom>
        )}
        {isAllowed ? (
          <Outlet />
        ) : (
          <Suspense>
            <NotAllowed />
          </Suspense>
        )}
      </main>
      <PlanLimit />
      <Confirmation />
      <Allowed to="assistant">
        <Suspense>
          <ChatDock />
        </Suspense>
      </Allowed>
    </>
  )
}

function useReturnToSignIn() {
  const config = useConfig()
  const language = useLanguage()
  const session = useSession()
  const { href } = useLocation()
  const staysWhenSignedOut = useMatches({
    select: (matches) => matches.some((match) => match.staticData.staysWhenSignedOut),
  })
  const mustSignIn = session === null && !staysWhenSignedOut
  useEffect(() => {
    if (mustSignIn) window.location.replace(startSignIn(config, language, href))
  }, [mustSignIn, config, language, href])
}
