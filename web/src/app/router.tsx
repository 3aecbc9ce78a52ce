import type { PublicConfig } from '@scanleaf/shared'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import i18next from 'i18next'
import { useEffect } from 'react'
import { accountSearch } from '../features/account/account-search'
import { setLanguage, useLanguage } from '../lib/i18n'
import { currentSession } from '../lib/session/session'
import { startSignIn } from '../lib/sign-in'
import { FailedScreen } from './failed-screen'
import { Frame } from './frame'
import { NotFoundScreen } from './not-found-screen'
import { languageSearch, listSearch, parseSearch, stringifySearch } from './search'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The screen keeps what was typed when the session ends, and asks for a sign-in by itself. */
    staysWhenSignedOut?: boolean
  }
}

const root = createRootRouteWithContext<{ config: PublicConfig }>()({
  validateSearch: languageSearch,
  search: { middlewares: [retainSearchParams(['lng'])] },
  component: Root,
  notFoundComponent: NotFoundScreen,
})

/** The language of the screen follows `lng` of the address. */
function Root() {
  const { lng } = root.useSearch()
  const language = useLanguage()
  useEffect(() => {
    if (lng && lng !== language) void setLanguage(lng)
  }, [lng, language])
  return <Outlet />
}

const protectedFrame = createRoute({
  getParentRoute: () => root,
  id: 'protected',
  component: Frame,
  beforeLoad: ({ context, location }) => {
    if (currentSession()) return
    const language = languageSearch({ lng: i18next.language }).lng ?? 'vi'
    throw redirect({ href: startSignIn(context.config, language, location.href), reloadDocument: true })
  },
})

const home = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dynamic-codes', search: true, replace: true })
  },
})

const dynamicCodes = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/user-codes'), 'DynamicCodesPage'),
})

const dynamicGenerator = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/generator',
  staticData: { staysWhenSignedOut: true },
  component: lazyRouteComponent(() => import('../features/generator'), 'GeneratorPage'),
})

const staticCodes = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/static-codes',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/user-codes'), 'StaticCodesPage'),
})

const staticGenerator = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/static-codes/generator',
  staticData: { staysWhenSignedOut: true },
  component: lazyRouteComponent(() => import('../features/generator'), 'GeneratorPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('../features/account/login-page'), 'LoginPage'),
})

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  component: lazyRouteComponent(() => import('../features/account/auth-page'), 'AuthPage'),
})

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => import('../features/account/logout-page'), 'LogoutPage'),
})

const accountLogin = createRoute({
  getParentRoute: () => root,
  path: '/account/login',
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import('../features/account/account-login-page'), 'AccountLoginPage'),
})

const accountRegister = createRoute({
  getParentRoute: () => root,
  path: '/account/register',
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import('../features/account/register-page'), 'RegisterPage'),
})

const accountFrame = createRoute({ getParentRoute: () => root, id: 'account', component: Frame })

const accountProfile = createRoute({
  getParentRoute: () => accountFrame,
  path: '/account/profile',
  staticData: { staysWhenSignedOut: true },
  component: lazyRouteComponent(() => import('../features/account/profile-page'), 'ProfilePage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    protectedFrame.addChildren([home, dynamicCodes, dynamicGenerator, staticCodes, staticGenerator]),
    login,
    auth,
    logout,
    accountLogin,
    accountRegister,
    accountFrame.addChildren([accountProfile]),
  ]),
  context: { config: undefined as unknown as PublicConfig },
  parseSearch,
  stringifySearch,
  defaultErrorComponent: FailedScreen,
  defaultPreload: 'intent',
  scrollRestoration: true,
  trailingSlash: 'never',
})
