import type { Capability } from './workspaces/capabilities'

/** Parts of the payment area, the first one opens (spec §2). */
export const PAYMENT_TABS = ['dashboard', 'transactions'] as const
export type PaymentTab = (typeof PAYMENT_TABS)[number]
/** Parts of the settings, the first one opens (billing-spec §2.4). */
export const SETTINGS_TABS = [
  'domain',
  'members',
  'connect',
  'api-keys',
  'webhooks',
  'import-export',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

interface Screen {
  /** As the router of the web app writes it: `$name` is one segment. */
  path: string
  /** `open` screens need no session; they are pages of their own without router and frame. */
  access: 'open' | 'session'
  /** What `$tab` may be; any other value is not a screen. */
  tabs?: readonly string[]
  /** The part of the configuration without which the screen does not exist. */
  needs?: 'billing' | 'hasEmbeddedAccount'
  /** What the role in the workspace must include for the screen to be of use. */
  capability?: Capability
  /** Redirects to another screen, or ends the session. */
  isPassage?: true
  /** Its address may hold a session, which no other site may learn. */
  referrerPolicy?: 'no-referrer'
}

/**
 * The screens of the application by path (spec §2), once for both sides: the server answers these with status 200, any
 * other page with the same application and status 404. What each loads first is in web/screens.ts.
 */
export const SCREENS = [
  { path: '/', access: 'session', isPassage: true },
  { path: '/dynamic-codes', access: 'session' },
  { path: '/dynamic-codes/choose-qrcode-type', access: 'session', capability: 'codes:write' },
  { path: '/dynamic-codes/generator', access: 'session', capability: 'codes:write' },
  { path: '/dynamic-codes/new-page', access: 'session', capability: 'codes:write' },
  { path: '/dynamic-codes/many', access: 'session', capability: 'codes:write' },
  { path: '/dynamic-codes/many/$id', access: 'session' },
  { path: '/dynamic-codes/print', access: 'session' },
  { path: '/dynamic-codes/$id/scans', access: 'session' },
  { path: '/dynamic-codes/$id/page', access: 'session', capability: 'codes:write' },
  { path: '/dynamic-codes/$id/items', access: 'session', capability: 'codes:write' },
  { path: '/dynamic-codes/$id/rules', access: 'session' },
  { path: '/static-codes', access: 'session' },
  { path: '/static-codes/generator', access: 'session', capability: 'codes:write' },
  { path: '/static-codes/many', access: 'session', capability: 'codes:write' },
  { path: '/static-codes/many/$id', access: 'session' },
  { path: '/static-codes/print', access: 'session' },
  { path: '/trash', access: 'session' },
  { path: '/oauth/authorize', access: 'session' },
  { path: '/proposals/$id', access: 'session', capability: 'codes:write' },
  { path: '/scans', access: 'session' },
  { path: '/payment', access: 'session', needs: 'billing', isPassage: true },
  {
    path: '/payment/$tab',
    access: 'session',
    needs: 'billing',
    capability: 'billing:read',
    tabs: PAYMENT_TABS,
  },
  { path: '/payment/invoices/$id', access: 'session', needs: 'billing', capability: 'billing:read' },
  { path: '/payment/return/$gateway', access: 'session', needs: 'billing', capability: 'billing:read' },
  { path: '/settings', access: 'session', isPassage: true },
  { path: '/settings/$tab', access: 'session', tabs: SETTINGS_TABS },
  { path: '/settings/import-export/$id', access: 'session' },
  { path: '/products', access: 'session' },
  { path: '/products/$id', access: 'session' },
  { path: '/admin/billing', access: 'session', needs: 'billing' },
  { path: '/admin/users', access: 'session', needs: 'hasEmbeddedAccount' },
  { path: '/admin/users/$id', access: 'session', needs: 'hasEmbeddedAccount' },
  { path: '/admin/reports', access: 'session' },
  { path: '/admin/status', access: 'session' },
  { path: '/admin/site-settings', access: 'session' },
  { path: '/account/profile', access: 'session', referrerPolicy: 'no-referrer' },
  { path: '/account/security', access: 'session' },
  { path: '/account/leaving', access: 'session', needs: 'hasEmbeddedAccount' },
  { path: '/account/login', access: 'open' },
  { path: '/account/register', access: 'open' },
  { path: '/account/restore', access: 'open', referrerPolicy: 'no-referrer' },
  { path: '/account/recovery', access: 'open' },
  { path: '/account/recovery/set', access: 'open', referrerPolicy: 'no-referrer' },
  { path: '/account/verify-email', access: 'open', referrerPolicy: 'no-referrer' },
  { path: '/account/undo-change', access: 'open', referrerPolicy: 'no-referrer' },
  { path: '/invitation', access: 'open', referrerPolicy: 'no-referrer' },
  { path: '/login', access: 'open', isPassage: true },
  { path: '/auth', access: 'open', isPassage: true, referrerPolicy: 'no-referrer' },
  { path: '/logout', access: 'open', isPassage: true },
  { path: '/privacy', access: 'open' },
  { path: '/terms', access: 'open' },
] as const satisfies readonly Screen[]

type AnyScreen = (typeof SCREENS)[number]
export type ScreenPath = AnyScreen['path']
/** As `ScreenPath`, with the name of each tab in the place of `$tab`. */
export type ScreenPathByTab = AnyScreen extends infer S
  ? S extends { path: `${infer Above}$tab`; tabs: readonly (infer Tab extends string)[] }
    ? `${Above}${Tab}`
    : S extends { path: infer Path }
      ? Path
      : never
  : never
export type OpenScreenPath = Extract<AnyScreen, { access: 'open' }>['path']
type FoundScreen = Omit<Screen, 'path' | 'access'> &
  (
    | { access: 'open'; path: OpenScreenPath }
    | { access: 'session'; path: Exclude<ScreenPath, OpenScreenPath> }
  )
/** Features of an installation that a screen may require. */
export type ScreenNeed = NonNullable<Screen['needs']>

/** The screen of a path without a slash at its end. @example screenOf('/payment/dashboard')?.path // '/payment/$tab' */
export function screenOf(path: string): FoundScreen | null {
  const segments = path.split('/')
  const isOf = (screen: Screen) => {
    const own = screen.path.split('/')
    return (
      own.length === segments.length &&
      own.every((part, index) => {
        const given = segments[index] ?? ''
        if (!part.startsWith('$')) return part === given
        return screen.tabs ? screen.tabs.includes(given) : given !== ''
      })
    )
  }
  const found = (SCREENS as readonly (Screen & FoundScreen)[]).find(isOf)
  return found ?? null
}

/** Addresses of all screens that are not of one thing with an id: `/payment/dashboard`, `/terms`. */
export const plainPathsOf = (screens: readonly Screen[]): string[] =>
  screens.flatMap(({ path, tabs }) =>
    tabs ? tabs.map((tab) => path.replace('$tab', tab)) : path.includes('$') ? [] : [path],
  )

/** Calls that the spec puts under `/gateway/api`; every other call works with and without that prefix. */
export const GATEWAY_ROOTS = [
  '/qrcode',
  '/billing',
  '/workspaces',
  '/api-keys',
  '/proposals',
  '/help',
  '/admin/billing',
  '/admin/operations',
  '/admin/status',
  '/admin/site-settings',
] as const

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
  '/mail',
  '/openapi.json',
  '/openapi',
  '/mcp',
  '/oauth/requests',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/register',
  '/feeds',
  '/restore',
  '/.well-known',
  '/healthz',
  '/readyz',
] as const

/** Other paths of the server: pages of its own and files of the web app. */
export const OTHER_ROOTS = ['/help', '/docs', '/assets'] as const

/** Whether a path (with or without a query) is one of the roots or below one. */
export const isUnder = (roots: readonly string[], path: string): boolean =>
  roots.some((root) => path.startsWith(root) && ['', '/', '?'].includes(path.charAt(root.length)))

/** First segments of every path that the server handles, in lower case: `admin`, `gateway`, `openapi`. */
export const SERVED_SEGMENTS: readonly string[] = [
  ...new Set(
    [...SCREENS.map(({ path }) => path), ...API_ROOTS, ...OTHER_ROOTS]
      .map((path) => /^\/([a-z-]+)/.exec(path)?.[1])
      .filter((segment) => segment !== undefined),
  ),
]
