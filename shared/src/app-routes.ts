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
