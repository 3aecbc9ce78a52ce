import { PAYMENT_TABS, type PublicConfig, SETTINGS_TABS, screenOf } from '@scanleaf/shared'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import i18next from 'i18next'
import { useEffect } from 'react'
import { adminSearch } from '../features/billing-admin/search'
import { catalogueSearch } from '../features/catalogue/search'
import { reportsSearch } from '../features/code-reports/search'
import { newPageSearch } from '../features/pages/search'
import { printSearch } from '../features/print/search'
import { scansSearch } from '../features/scans/search'
import { usersSearch } from '../features/users-admin/search'
import { setLanguage, useLanguage } from '../lib/i18n/i18n'
import { currentSession } from '../lib/session/session'
import { startSignIn } from '../lib/session/sign-in'
import { FailedScreen } from './frame/failed-screen'
import { PENDING } from './frame/pending-screen'
import {
  generatorSearch,
  languageSearch,
  listSearch,
  parseSearch,
  paymentSearch,
  returnSearch,
  stringifySearch,
} from './search'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The screen keeps typed text when the session ends, and asks for a sign-in by itself. */
    staysWhenSignedOut?: boolean
  }
}

const Frame = lazyRouteComponent(() => import('./frame/frame'), 'Frame')
const NotFoundScreen = lazyRouteComponent(() => import('./frame/not-found-screen'), 'NotFoundScreen')

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
    if (!currentSession()) {
      const language = languageSearch({ lng: i18next.language }).lng ?? 'vi'
      throw redirect({ href: startSignIn(context.config, language, location.href), reloadDocument: true })
    }
    const needs = screenOf(location.pathname)?.needs
    if (needs && !context.config[needs]) throw notFound()
  },
})

const operatorFrame = createRoute({
  getParentRoute: () => protectedFrame,
  id: 'operator',
  component: lazyRouteComponent(() => import('./frame/operator-bar'), 'OperatorFrame'),
})

function refuseUnknownTab(tabs: readonly string[], tab: string) {
  if (!tabs.includes(tab)) throw notFound()
}

/** Screens that open without a session, and ask for one where they need it. */
const openFrame = createRoute({ getParentRoute: () => root, id: 'open', component: Frame })

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
  component: lazyRouteComponent(() => import('./screens/codes-screens'), 'DynamicCodesScreen'),
})

const chooseType = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/choose-qrcode-type',
  component: lazyRouteComponent(() => import('./screens/choose-type-screen'), 'ChooseTypeScreen'),
})

const dynamicGenerator = createRoute({
  getParentRoute: () => openFrame,
  path: '/dynamic-codes/generator',
  staticData: { staysWhenSignedOut: true },
  validateSearch: generatorSearch,
  component: lazyRouteComponent(() => import('./screens/generator-screen'), 'GeneratorScreen'),
})

const codeScans = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/$id/scans',
  validateSearch: scansSearch,
  component: lazyRouteComponent(() => import('./screens/code-scans-screen'), 'CodeScansScreen'),
})

const codePage = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/$id/page',
  component: lazyRouteComponent(() => import('./screens/page-screens'), 'PageScreen'),
})

const newPage = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/new-page',
  validateSearch: newPageSearch,
  component: lazyRouteComponent(() => import('./screens/page-screens'), 'NewPageScreen'),
})

const pageItems = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/$id/items',
  component: lazyRouteComponent(() => import('../features/pages/kitchen/kitchen-page'), 'KitchenPage'),
})

const codeRules = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/$id/rules',
  component: lazyRouteComponent(() => import('./screens/code-rules-screen'), 'CodeRulesScreen'),
})

const allScans = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/scans',
  validateSearch: scansSearch,
  component: lazyRouteComponent(() => import('../features/scans/scans-page'), 'AllScansPage'),
})

const staticCodes = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/static-codes',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./screens/codes-screens'), 'StaticCodesScreen'),
})

const trash = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/trash',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../features/user-codes/trash/trash-page'), 'TrashScreen'),
})

const authorize = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/oauth/authorize',
  component: lazyRouteComponent(() => import('./screens/authorize-screen'), 'AuthorizeScreen'),
})

const proposal = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/proposals/$id',
  component: lazyRouteComponent(() => import('./screens/proposal-screen'), 'ProposalScreen'),
})

const staticGenerator = createRoute({
  getParentRoute: () => openFrame,
  path: '/static-codes/generator',
  staticData: { staysWhenSignedOut: true },
  validateSearch: generatorSearch,
  component: lazyRouteComponent(() => import('./screens/generator-screen'), 'GeneratorScreen'),
})

const dynamicMany = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/many',
  component: lazyRouteComponent(() => import('./screens/create-many-screen'), 'CreateManyScreen'),
})

const staticMany = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/static-codes/many',
  component: lazyRouteComponent(() => import('./screens/create-many-screen'), 'CreateManyScreen'),
})

const dynamicPrint = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/print',
  validateSearch: printSearch,
  component: lazyRouteComponent(() => import('../features/print/print-page'), 'PrintPage'),
})

const staticPrint = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/static-codes/print',
  validateSearch: printSearch,
  component: lazyRouteComponent(() => import('../features/print/print-page'), 'PrintPage'),
})

const dynamicBatch = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/dynamic-codes/many/$id',
  component: lazyRouteComponent(() => import('./screens/run-screen'), 'RunScreen'),
})

const staticBatch = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/static-codes/many/$id',
  component: lazyRouteComponent(() => import('./screens/run-screen'), 'RunScreen'),
})

const payment = createRoute({ getParentRoute: () => protectedFrame, path: '/payment' })

const paymentStart = createRoute({
  getParentRoute: () => payment,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/payment/$tab', params: { tab: PAYMENT_TABS[0] }, search: true, replace: true })
  },
})

const paymentTab = createRoute({
  getParentRoute: () => payment,
  path: '$tab',
  validateSearch: paymentSearch,
  beforeLoad: ({ params }) => refuseUnknownTab(PAYMENT_TABS, params.tab),
  component: lazyRouteComponent(() => import('../features/billing'), 'PaymentPage'),
})

const invoice = createRoute({
  getParentRoute: () => payment,
  path: 'invoices/$id',
  component: lazyRouteComponent(() => import('../features/billing/invoice/invoice-page'), 'InvoicePage'),
})

const paymentReturn = createRoute({
  getParentRoute: () => payment,
  path: 'return/$gateway',
  validateSearch: returnSearch,
  component: lazyRouteComponent(() => import('../features/billing/return/return-page'), 'ReturnPage'),
})

const billing = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/admin/billing',
  validateSearch: adminSearch,
  component: lazyRouteComponent(() => import('./screens/billing-admin-screen'), 'BillingAdminScreen'),
})

const products = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/products',
  validateSearch: catalogueSearch,
  component: lazyRouteComponent(() => import('./screens/catalogue-screens'), 'CatalogueScreen'),
})

const product = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/products/$id',
  component: lazyRouteComponent(() => import('./screens/catalogue-screens'), 'ProductScreen'),
})

const usersAdmin = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/admin/users',
  validateSearch: usersSearch,
  component: lazyRouteComponent(() => import('./screens/users-admin-screen'), 'UsersAdminScreen'),
})

const person = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/admin/users/$id',
  component: lazyRouteComponent(() => import('./screens/users-admin-screen'), 'PersonScreen'),
})

const codeReports = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/admin/reports',
  validateSearch: reportsSearch,
  component: lazyRouteComponent(() => import('./screens/code-reports-screen'), 'CodeReportsScreen'),
})

const status = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/admin/status',
  component: lazyRouteComponent(() => import('./screens/status-screen'), 'StatusScreen'),
})

const site = createRoute({
  getParentRoute: () => operatorFrame,
  path: '/admin/site-settings',
  component: lazyRouteComponent(() => import('./screens/site-settings-screen'), 'SiteSettingsScreen'),
})

const settings = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$tab', params: { tab: SETTINGS_TABS[0] }, search: true, replace: true })
  },
})

const settingsTab = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/settings/$tab',
  beforeLoad: ({ params }) => refuseUnknownTab(SETTINGS_TABS, params.tab),
  component: lazyRouteComponent(() => import('./screens/settings-screen'), 'SettingsScreen'),
})

const oneImport = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/settings/import-export/$id',
  component: lazyRouteComponent(() => import('./screens/import-screens'), 'ImportScreen'),
})

const accountSecurity = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/account/security',
  beforeLoad: ({ context }) => {
    if (!context.config.hasEmbeddedAccount) throw notFound()
  },
  component: lazyRouteComponent(() => import('../features/account/security/security-page'), 'SecurityPage'),
})

const accountLeaving = createRoute({
  getParentRoute: () => protectedFrame,
  path: '/account/leaving',
  component: lazyRouteComponent(() => import('../features/account/leaving/leaving-page'), 'LeavingPage'),
})

const accountProfile = createRoute({
  getParentRoute: () => openFrame,
  path: '/account/profile',
  staticData: { staysWhenSignedOut: true },
  component: lazyRouteComponent(() => import('../features/account/profile/profile-page'), 'ProfilePage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    protectedFrame.addChildren([
      home,
      dynamicCodes,
      chooseType,
      staticCodes,
      trash,
      authorize,
      proposal,
      dynamicMany,
      staticMany,
      dynamicBatch,
      staticBatch,
      dynamicPrint,
      staticPrint,
      codeScans,
      codePage,
      newPage,
      pageItems,
      codeRules,
      allScans,
      settings,
      settingsTab,
      oneImport,
      operatorFrame.addChildren([billing, products, product, usersAdmin, person, codeReports, status, site]),
      accountSecurity,
      accountLeaving,
      payment.addChildren([paymentStart, paymentTab, invoice, paymentReturn]),
    ]),
    openFrame.addChildren([dynamicGenerator, staticGenerator, accountProfile]),
  ]),
  context: { config: undefined as unknown as PublicConfig },
  parseSearch,
  stringifySearch,
  defaultErrorComponent: FailedScreen,
  ...PENDING,
  defaultPreload: 'intent',
  scrollRestoration: true,
  trailingSlash: 'never',
})
