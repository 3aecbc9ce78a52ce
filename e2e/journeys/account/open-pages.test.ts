import type { Route } from '@playwright/test'
import { axe, expect, onPhones, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'

test('the sign-in page is there for everybody', onPhones(true), async ({ page }) => {
  await page.goto('/account/login?lng=en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await axe(page)
})

test('a text that a language lacks comes from the next one', async ({ page }) => {
  await page.route('**/legal/de.json', async (route) => {
    const response = await route.fetch()
    const { 'privacy.title': _, ...others } = await response.json()
    await route.fulfill({ response, json: others })
  })
  // On a slow phone the missing text comes while the page is still being drawn.
  const phone = await page.context().newCDPSession(page)
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  // A page that nothing else has drawn again.
  await page.goto('/privacy?lng=de')
  const heading = (level: number, name: string) => page.getByRole('heading', { level, name, exact: true })
  await expect(heading(1, textsOf('en')('legal:privacy.title'))).toBeVisible()
  await expect(heading(2, textsOf('de')('legal:privacy.codes.title'))).toBeVisible()
})

test('the first contents wait for no font where the browser has none yet', async ({ page }) => {
  await page.goto('/privacy?lng=vi')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const startOfFonts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/script-fonts-[^/]*$|\.woff2$/.test(name))
        .map(({ startTime }) => startTime),
    )
  await expect.poll(async () => (await startOfFonts()).length).toBeGreaterThan(2)
  const contents = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  )
  expect(contents).toBeDefined()
  expect(Math.min(...(await startOfFonts()))).toBeGreaterThan(Number(contents))
})

test('a registration that is sent before its check has come waits for it, and says what is missing', async ({
  page,
}) => {
  const t = textsOf('en')
  const held: Route[] = []
  await page.route('**/assets/validate-registration-*.js', (route) => {
    held.push(route)
  })
  await page.goto('/account/register?lng=en', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: t('account:register') })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => held.length).toBe(1)
  for (const route of held) await route.continue()
  const lastName = page.getByLabel(t('account:last-name'))
  await expect(lastName).toHaveAccessibleDescription(t('errors:field.required'))
  await expect(lastName).toBeFocused()
  await expect(button).toBeEnabled()
})
