import type { ScreenPathByTab } from '../shared/src/routes.ts'

/** What belongs to a screen: the sources that are imported lazily on the way to it, and the namespaces of its first texts. */
interface ScreenParts {
  parts: string[]
  /** Sources that are imported while the server works on the first response. */
  later?: string[]
  namespaces: string[]
  /** The content of the page until the screen is rendered. */
  shell: string
}

const mark = (size: number): string =>
  `<svg width="${size}" height="${size}" viewBox="0 0 26 26" aria-hidden="true"><rect width="26" height="26" rx="8" fill="#0C7D4B"/></svg>`

/** The bar without its texts: a blank page until the program has loaded would look broken. See ui/base.css. */
const BAR = `<div class="first-bar">${mark(26)}</div>`
/** The mark where the account's open screens have it. */
const MARK = `<div class="first-mark">${mark(30)}</div>`

const open = (page: string, namespaces: string[], shell = ''): ScreenParts => ({
  shell,
  parts: ['app/boot/public-boot.tsx', page],
  namespaces: ['common', ...namespaces],
})

const accountForm = (page: string, later: string[] = []): ScreenParts => ({
  ...open(page, ['account', 'errors'], MARK),
  later,
})

const recoveryForm = (page: string): ScreenParts => ({
  ...open(page, ['account', 'recovery', 'errors'], MARK),
})

const framed = (page: string, namespaces: string[], later: string[] = []): ScreenParts => ({
  shell: BAR,
  parts: ['app/boot/boot.tsx', 'app/frame/frame.tsx', page],
  later,
  namespaces: ['common', 'account', ...namespaces],
})

/** A screen under the bar of the operators. */
const operated = (page: string, namespaces: string[]): ScreenParts => {
  const { parts, ...rest } = framed(page, namespaces)
  return { ...rest, parts: [...parts, 'app/frame/operator-bar.tsx'] }
}

const SCANS_LATER = ['features/scans/time-chart.tsx']

const codes = framed('app/screens/codes-screens.tsx', ['user-codes', 'content-types'])
const generator = framed('app/screens/generator-screen.tsx', [
  'generator',
  'content-types',
  'design',
  'errors',
])
const createMany = framed('app/screens/create-many-screen.tsx', [
  'bulk',
  'generator',
  'content-types',
  'user-codes',
  'errors',
  'design',
])
const run = framed('app/screens/run-screen.tsx', ['bulk', 'generator', 'user-codes'])
const print = framed('features/print/print-page.tsx', ['print', 'calls-to-action', 'design'])
const scans = framed('features/scans/scans-page.tsx', ['scans'], SCANS_LATER)
const codeScans = framed(
  'app/screens/code-scans-screen.tsx',
  ['scans'],
  ['features/scans/scans-page.tsx', ...SCANS_LATER],
)
const codePage = framed('app/screens/page-screens.tsx', [
  'page-editor',
  'pages',
  'content-types',
  'generator',
  'errors',
])
const payment = framed('features/billing/index.ts', ['billing', 'errors'])
const settings = framed('app/screens/settings-screen.tsx', ['settings'])
const catalogue = operated('app/screens/catalogue-screens.tsx', ['catalogue'])
const legal = open('features/legal/index.ts', ['legal'])

/**
 * The files that the page of each screen preloads; the server writes them into the page. A
 * screen that is missing here does not compile.
 */
export const SCREEN_PARTS: Readonly<Record<ScreenPathByTab, ScreenParts>> = {
  '/login': accountForm('features/account/sign-in/login-page.tsx'),
  '/account/login': accountForm('features/account/sign-in/account-login-page.tsx'),
  '/account/register': accountForm('features/account/sign-in/register-page.tsx', [
    'features/account/sign-in/validate-registration.ts',
  ]),
  '/account/restore': open(
    'features/account/restore/restore-page.tsx',
    ['restore', 'account', 'errors'],
    MARK,
  ),
  '/account/recovery': recoveryForm('features/account/recovery/recovery-page.tsx'),
  '/account/recovery/set': recoveryForm('features/account/recovery/recovery-set-page.tsx'),
  '/account/verify-email': recoveryForm('features/account/recovery/email-link-pages.tsx'),
  '/account/undo-change': recoveryForm('features/account/recovery/email-link-pages.tsx'),
  '/invitation': open(
    'features/account/invitation/invitation-page.tsx',
    ['workspaces', 'account', 'errors'],
    MARK,
  ),
  '/auth': open('features/account/auth/auth-page.tsx', ['account']),
  '/logout': open('features/account/sign-in/logout-page.tsx', ['account']),
  '/privacy': legal,
  '/terms': legal,
  '/': codes,
  '/dynamic-codes': codes,
  '/static-codes': codes,
  '/trash': framed('features/user-codes/trash/trash-page.tsx', ['trash', 'user-codes', 'content-types']),
  '/oauth/authorize': framed(
    'app/screens/authorize-screen.tsx',
    ['api-keys', 'workspaces', 'errors'],
    ['features/api-keys/authorize-page.tsx'],
  ),
  '/proposals/$id': framed('app/screens/proposal-screen.tsx', ['chat'], ['features/chat/proposal-page.tsx']),
  '/dynamic-codes/choose-qrcode-type': framed(
    'app/screens/choose-type-screen.tsx',
    ['choose-type', 'content-types', 'pages', 'page-editor', 'generator', 'errors'],
    ['features/generator/paste/paste-box.tsx'],
  ),
  '/dynamic-codes/generator': generator,
  '/static-codes/generator': generator,
  '/dynamic-codes/many': createMany,
  '/static-codes/many': createMany,
  '/dynamic-codes/many/$id': run,
  '/static-codes/many/$id': run,
  '/dynamic-codes/print': print,
  '/static-codes/print': print,
  '/scans': scans,
  '/dynamic-codes/$id/scans': codeScans,
  '/dynamic-codes/$id/page': codePage,
  '/dynamic-codes/new-page': codePage,
  '/dynamic-codes/$id/items': framed('features/pages/kitchen/kitchen-page.tsx', [
    'page-editor',
    'pages',
    'errors',
  ]),
  '/dynamic-codes/$id/rules': framed(
    'app/screens/code-rules-screen.tsx',
    ['link-rules'],
    ['features/link-rules/index.ts'],
  ),
  '/payment': payment,
  '/payment/dashboard': payment,
  '/payment/transactions': framed(
    'features/billing/index.ts',
    ['billing', 'billing-history'],
    ['features/billing/transactions/transactions-tab.tsx'],
  ),
  '/payment/invoices/$id': framed('features/billing/invoice/invoice-page.tsx', ['billing-history']),
  '/payment/return/$gateway': framed('features/billing/return/return-page.tsx', [
    'billing',
    'billing-history',
  ]),
  '/settings': settings,
  '/settings/domain': settings,
  '/settings/members': framed(
    'app/screens/settings-screen.tsx',
    ['settings', 'workspaces'],
    ['app/screens/members-screen.tsx'],
  ),
  '/settings/connect': framed('app/screens/settings-screen.tsx', [
    'settings',
    'connect',
    'api-keys',
    'errors',
  ]),
  '/settings/api-keys': framed('app/screens/settings-screen.tsx', ['settings', 'api-keys', 'errors']),
  '/settings/webhooks': framed('app/screens/settings-screen.tsx', ['settings', 'webhooks', 'errors']),
  '/settings/import-export': framed(
    'app/screens/settings-screen.tsx',
    ['settings', 'bulk', 'user-codes'],
    ['app/screens/import-screens.tsx'],
  ),
  '/settings/import-export/$id': framed('app/screens/import-screens.tsx', ['settings', 'bulk']),
  '/account/security': framed('features/account/security/security-page.tsx', ['security']),
  '/account/leaving': framed('features/account/leaving/leaving-page.tsx', ['leaving']),
  '/account/profile': framed('features/account/profile/profile-page.tsx', [
    'errors',
    'recovery',
    'mail-settings',
    'workspaces',
  ]),
  '/admin/billing': operated('app/screens/billing-admin-screen.tsx', ['billing-admin']),
  '/admin/users': operated('app/screens/users-admin-screen.tsx', ['users-admin']),
  '/admin/users/$id': operated('app/screens/users-admin-screen.tsx', [
    'users-admin',
    'billing',
    'billing-admin',
  ]),
  '/admin/reports': operated('app/screens/code-reports-screen.tsx', ['code-reports']),
  '/admin/status': operated('app/screens/status-screen.tsx', ['status']),
  '/admin/site-settings': operated('app/screens/site-settings-screen.tsx', ['site-settings', 'errors']),
  '/products': catalogue,
  '/products/$id': catalogue,
}

/** Of any other path. */
export const NO_SCREEN: ScreenParts = framed('app/frame/not-found-screen.tsx', [])
