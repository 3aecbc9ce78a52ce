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
import { setLanguage, useLanguage } from '../lib/i18n'
import { currentSession } from '../lib/session/session'
import { startSignIn } from '../lib/sign-in'
import { FailedScreen } from './failed-screen'
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

const Frame = lazyRouteComponent(() => import('./frame'), 'Frame')
const NotFoundScreen = lazyRouteComponent(() => import('./not-found-screen'), 'NotFoundScreen')

/** The screens of the product; those that need no session are in open-boot.tsx. */
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
