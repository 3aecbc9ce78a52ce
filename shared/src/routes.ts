/**
 * The screens of the application by path (spec §2): the server answers these with status 200, any other page with
 * the same application and status 404. A test holds the list against the routes of the web app.
 */
export const APP_ROUTES = [
  '/',
  '/dynamic-codes',
  '/dynamic-codes/choose-qrcode-type',
  '/dynamic-codes/generator',
  '/static-codes',
  '/scans',
  '/static-codes/generator',
  '/payment',
  '/payment/dashboard',
  '/payment/transactions',
  '/settings',
  '/settings/domain',
  '/admin/billing',
  '/products',
  '/admin/users',
  '/admin/reports',
  '/admin/status',
  '/login',
  '/auth',
  '/logout',
  '/account/login',
  '/account/register',
  '/account/profile',
  '/account/security',
  '/privacy',
  '/terms',
] as const

/** Screens of one thing, whose id or name is a part of the path. */
const SCREENS_BY_ID =
  /^\/(dynamic-codes\/[^/]+\/scans|payment\/invoices\/[^/]+|payment\/return\/[^/]+|products\/[^/]+)$/

/** @example isAppRoute('/dynamic-codes/') // true */
export function isAppRoute(path: string): boolean {
  const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path
  return (APP_ROUTES as readonly string[]).includes(trimmed) || SCREENS_BY_ID.test(trimmed)
}

/** Where the spec puts calls under `/gateway/api` itself; every other call answers with and without that prefix. */
export const GATEWAY_ROOTS = ['/qrcode', '/billing', '/help', '/admin/billing', '/admin/status'] as const

/** First parts of the paths of calls: under them an unknown path is a JSON 404 and never a page. */
export const API_ROOTS = [
  '/gateway',
  '/identity',
  '/users',
  '/verify-token',
  '/verify-session',
  '/admin/verify',
  '/admin/code-reports',
  '/media',
  '/geo',
  '/config',
  '/qrcode-generator',
  '/product-service',
  '/core-service',
  '/webhooks',
  '/domains',
  '/openapi.json',
  '/healthz',
  '/readyz',
] as const

/** What else the server answers that is no screen: pages of its own and files of the web app. */
export const OTHER_ROOTS = ['/help', '/docs', '/assets'] as const

/** Whether a path (with or without a query) is one of the roots or lies below one. */
export const isUnder = (roots: readonly string[], path: string): boolean =>
  roots.some((root) => path.startsWith(root) && ['', '/', '?'].includes(path.charAt(root.length)))

/** First segments of every path that the server answers, in lower case: `admin`, `gateway`, `openapi`. */
export const SERVED_SEGMENTS: readonly string[] = [
  ...new Set(
    [...APP_ROUTES, ...API_ROOTS, ...OTHER_ROOTS]
      .map((path) => /^\/([a-z-]+)/.exec(path)?.[1])
      .filter((segment) => segment !== undefined),
  ),
]
