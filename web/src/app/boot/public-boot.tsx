import type { OpenScreenPath } from '@scanleaf/shared'
import { type ComponentType, createElement, lazy } from 'react'
import { ScreenBoundary } from '../frame/screen-boundary'
import { start } from './start'

const screens: Readonly<Record<OpenScreenPath, () => Promise<ComponentType>>> = {
  '/login': async () => (await import('../../features/account/sign-in/login-page')).LoginPage,
  '/auth': async () => (await import('../../features/account/auth/auth-page')).AuthPage,
  '/logout': async () => (await import('../../features/account/sign-in/logout-page')).LogoutPage,
  '/account/login': async () =>
    (await import('../../features/account/sign-in/account-login-page')).AccountLoginPage,
  '/account/register': async () =>
    (await import('../../features/account/sign-in/register-page')).RegisterPage,
  '/account/restore': async () => (await import('../../features/account/restore/restore-page')).RestorePage,
  '/account/recovery': async () =>
    (await import('../../features/account/recovery/recovery-page')).RecoveryPage,
  '/account/recovery/set': async () =>
    (await import('../../features/account/recovery/recovery-set-page')).RecoverySetPage,
  '/account/verify-email': async () =>
    (await import('../../features/account/recovery/email-link-pages')).VerifyEmailPage,
  '/account/undo-change': async () =>
    (await import('../../features/account/recovery/email-link-pages')).UndoChangePage,
  '/invitation': async () =>
    (await import('../../features/account/invitation/invitation-page')).InvitationPage,
  '/privacy': async () => (await import('../../features/legal')).PrivacyPage,
  '/terms': async () => (await import('../../features/legal')).TermsPage,
}

/**
 * Starts one of the pages that need no session. They are left by a whole page load, so they do without router,
 * query cache and component library and are there sooner.
 */
export function boot(path: OpenScreenPath): Promise<void> {
  const loading = screens[path]()
  const Screen = lazy(async () => ({ default: await loading }))
  return start(() => <ScreenBoundary>{createElement(Screen)}</ScreenBoundary>)
}
