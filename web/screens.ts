/** Of a screen: the sources that are imported lazily on the way to it, and the namespaces of its first texts. */
interface Screen {
  /** Of a regular expression that the whole path matches. */
  path: string
  parts: string[]
  /** Sources that are imported while the server works on the first answer. */
  later?: string[]
  namespaces: string[]
  /** What stands on the page until the screen is drawn. */
  shell: string
}

const mark = (size: number): string =>
  `<svg width="${size}" height="${size}" viewBox="0 0 26 26" aria-hidden="true"><rect width="26" height="26" rx="8" fill="#0C7D4B"/></svg>`

/** The bar without its words: white until the program has come would look broken. See ui/base.css. */
const BAR = `<div class="first-bar">${mark(26)}</div>`
/** The mark where the account's open screens have it. */
const MARK = `<div class="first-mark">${mark(30)}</div>`

const open = (path: string, page: string, namespaces: string[], shell = ''): Screen => ({
  path,
  shell,
  parts: ['app/boot/public-boot.tsx', page],
  namespaces: ['common', ...namespaces],
})

const ACCOUNT_ANSWERS = ['features/account/response-schemas.ts']

const accountForm = (path: string, page: string, later: string[] = []): Screen => ({
  ...open(path, page, ['account', 'errors'], MARK),
  later: [...ACCOUNT_ANSWERS, ...later],
})

const recoveryForm = (path: string, page: string): Screen => ({
  ...open(path, page, ['account', 'recovery', 'errors'], MARK),
  later: ['features/account/recovery/response-schemas.ts'],
})

const framed = (path: string, page: string, namespaces: string[], later: string[] = []): Screen => ({
  path,
  shell: BAR,
  parts: ['app/boot/boot.tsx', 'app/frame/frame.tsx', page],
  later: [...ACCOUNT_ANSWERS, ...later],
  namespaces: ['common', 'account', ...namespaces],
})

const CODES_ANSWERS = ['features/user-codes/response-schemas.ts']
const SCANS_LATER = ['features/scans/response-schemas.ts', 'features/scans/time-chart.tsx']

/**
 * What the page of each path asks for at once instead of one after another; the server writes it into the page. A path
 * that is missing here works, and is slower.
 */
export const SCREENS: readonly Screen[] = [
  accountForm('/login', 'features/account/sign-in/login-page.tsx'),
  accountForm('/account/login', 'features/account/sign-in/account-login-page.tsx'),
  accountForm('/account/register', 'features/account/sign-in/register-page.tsx', [
    'features/account/sign-in/validate-registration.ts',
  ]),
  recoveryForm('/account/recovery', 'features/account/recovery/recovery-page.tsx'),
  recoveryForm('/account/recovery/set', 'features/account/recovery/recovery-set-page.tsx'),
  recoveryForm('/account/verify-email|/account/undo-email', 'features/account/recovery/email-link-pages.tsx'),
  open('/auth', 'features/account/sign-in/auth-page.tsx', ['account']),
  open('/logout', 'features/account/sign-in/logout-page.tsx', ['account']),
  open('/privacy|/terms', 'features/legal/index.ts', ['legal']),
  framed('/|/(dynamic|static)-codes', 'app/screens/codes-screens.tsx', ['user-codes'], CODES_ANSWERS),
  framed('/dynamic-codes/choose-qrcode-type', 'features/choose-type/index.ts', ['choose-type']),
  framed('/(dynamic|static)-codes/generator', 'app/screens/generator-screen.tsx', [
    'generator',
    'design',
    'errors',
  ]),
  framed('/scans|/dynamic-codes/[^/]+/scans', 'features/scans/scans-page.tsx', ['scans'], SCANS_LATER),
  framed(
    '/payment/transactions',
    'features/billing/index.ts',
    ['billing', 'billing-history'],
    [
      'features/billing/transactions/transactions-tab.tsx',
      'features/billing/transactions/response-schemas.ts',
    ],
  ),
  framed('/payment/invoices/[^/]+', 'features/billing/invoice/invoice-page.tsx', ['billing-history']),
  framed('/payment/return/[^/]+', 'features/billing/return/return-page.tsx', ['billing', 'billing-history']),
  framed(
    '/payment(/dashboard)?',
    'features/billing/index.ts',
    ['billing', 'errors'],
    ['features/billing/response-schemas.ts'],
  ),
  framed(
    '/settings(/domain)?',
    'features/custom-domains/index.ts',
    ['settings'],
    ['features/custom-domains/response-schemas.ts'],
  ),
  framed('/account/profile', 'features/account/profile/profile-page.tsx', ['errors']),
  framed(
    '/admin/billing',
    'app/screens/billing-admin-screen.tsx',
    ['billing-admin'],
    ['features/billing-admin/response-schemas.ts'],
  ),
  framed(
    '/admin/users',
    'app/screens/users-admin-screen.tsx',
    ['users-admin'],
    ['features/users-admin/response-schemas.ts'],
  ),
  framed(
    '/admin/reports',
    'app/screens/code-reports-screen.tsx',
    ['code-reports'],
    ['features/code-reports/response-schemas.ts'],
  ),
  framed(
    '/admin/status',
    'app/screens/status-screen.tsx',
    ['status'],
    ['features/status/response-schemas.ts'],
  ),
  framed(
    '/products(/[^/]+)?',
    'app/screens/catalogue-screens.tsx',
    ['catalogue'],
    ['features/catalogue/response-schemas.ts'],
  ),
  framed('.*', 'app/screens/not-found-screen.tsx', []),
]
