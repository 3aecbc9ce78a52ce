import type { Page } from '@playwright/test'
import { plainPathsOf, SCREENS } from '@scanleaf/shared'
import { expect, testWithBilling as test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { enter, nameOf, register } from '../../pages/people'

const t = textsOf('en')

test('every path that the server calls a screen is one', async ({ page }) => {
  await enter(page, nameOf('walker'))
  for (const path of plainPathsOf(SCREENS).filter((route) => route !== '/logout')) {
    const reply = await page.goto(`${path}?lng=en`)
    expect(reply?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('heading', { name: t('common:not-found.title') }), path).toHaveCount(0)
  }
})

test('a screen asks at once for what it begins with, in the language of its address', async ({ page }) => {
  await page.goto('/account/register?lng=en')
  await register(page, nameOf('first'))
  await expect(page.getByRole('heading', { name: t('user-codes:dynamic.title') })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const reply = await page.goto('/dynamic-codes?lng=vi')
  const html = (await reply?.text()) ?? ''
  await expect(page.getByRole('heading', { name: textsOf('vi')('user-codes:dynamic.title') })).toBeVisible()
  expect(asked).not.toContain('/config')
  expect(await (await page.request.get('/login?lng=ar')).text()).toContain('<html lang="ar" dir="rtl">')
  for (const namespace of ['common', 'account', 'user-codes'])
    expect(html).toMatch(new RegExp(`rel="preload" as="fetch" crossorigin href="[^"]+/${namespace}/vi.json"`))
  const scripts = asked.filter((path) =>
    /\/(base|product|boot|frame|codes-screens)-[\w-]{8}[.]js$/.test(path),
  )
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.filter((path) => !html.includes(`"${path}"`))).toEqual([])
})

test('no screen waits for texts that its page does not name', async ({ page }) => {
  const isDrawn = ({ path }: { path: string }) => path !== '/auth' && path !== '/logout'
  const open = SCREENS.filter(({ access }) => access === 'open').filter(isDrawn)
  const inside = SCREENS.filter(({ access }) => access === 'session')
  for (const path of plainPathsOf(open)) await openWithNamedTexts(page, path)
  await enter(page, nameOf('waiter'))
  for (const path of plainPathsOf(inside)) await openWithNamedTexts(page, path)
})

/** Opens a screen that gets no other texts than those its page names. */
async function openWithNamedTexts(page: Page, path: string) {
  const html = await (await page.request.get(`${path}?lng=vi`)).text()
  await page.route('**/assets/texts-*/**', async (route) => {
    if (html.includes(new URL(route.request().url()).pathname)) await route.continue()
  })
  await page.goto(`${path}?lng=vi`)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

test('for whoever wants less motion, the colours of the other scheme are all there at once', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/account/register?lng=en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const onTheirWay = await page.evaluate(() => {
    document.documentElement.dataset['colorScheme'] = 'dark'
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(onTheirWay).toBe(0)
})

test('a page that lacks a part is reloaded once, and never takes back who is leaving it', async ({
  page,
}) => {
  // In the page: what Vite does when a chunk could not be loaded.
  const lackPart = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  await page.addInitScript(`window.lackPart = ${lackPart}`)
  await page.goto('/account/login?lng=en')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const hasLacked = page.waitForEvent('console', (message) => message.text() === 'a part was lacking')
  await page.route('**/help?lng=en', async (route) => {
    await hasLacked
    await route.continue()
  })
  await page.evaluate(() => {
    window.addEventListener('beforeunload', () =>
      setTimeout(() => {
        lackPart()
        console.debug('a part was lacking')
      }),
    )
    window.location.assign('/help?lng=en')
  })
  await expect(page).toHaveURL(/\/help/)

  await page.goto('/account/login?lng=en')
  await expect(heading).toBeVisible()
  const isReloaded = page.waitForEvent('load')
  await page.evaluate(() => setTimeout(lackPart))
  await isReloaded
  await expect(heading).toBeVisible()
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.evaluate(() => lackPart())
  await page.getByRole('textbox', { name: t('account:login') }).fill('still here')
  expect(loads).toBe(0)
})

test('signing out ends the session in every tab', async ({ page, context, consoleGuard }) => {
  consoleGuard.allowStatus(401)
  await page.goto('/account/register?lng=en')
  await register(page, nameOf('leaver'))
  await expect(page).toHaveURL(/\/dynamic-codes/)
  const other = await context.newPage()
  await other.goto('/static-codes?lng=en')
  await expect(other.getByRole('heading', { name: t('user-codes:static.title') })).toBeVisible()
  await page.goto('/logout?lng=en')
  await expect(page).toHaveURL(/\/account\/login/)
  await expect(other).toHaveURL(/\/account\/login/)
})
