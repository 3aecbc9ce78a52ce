import { APP_ROUTES } from '@scanleaf/shared'
import { expect, test } from '../harness/test'
import { textsOf } from '../harness/texts'
import { register } from './people'

const t = textsOf('en')

// The payment area is a screen too.
test.use({ settings: { BILLING: 'on' } })

test('every path that the server calls a screen is one', async ({ page }) => {
  await page.goto('/account/register?lng=en')
  await register(page, `walker-${test.info().project.name}`)
  await expect(page.getByRole('heading', { name: t('user-codes:dynamic.title') })).toBeVisible()
  for (const path of APP_ROUTES.filter((route) => route !== '/logout')) {
    const reply = await page.goto(`${path}?lng=en`)
    expect(reply?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('heading', { name: t('common:not-found.title') }), path).toHaveCount(0)
  }
})

test('signing out ends the session in every tab', async ({ page, context }) => {
  await page.goto('/account/register?lng=en')
  await register(page, `leaver-${test.info().project.name}`)
  await expect(page).toHaveURL(/\/dynamic-codes/)
  const other = await context.newPage()
  await other.goto('/static-codes?lng=en')
  await expect(other.getByRole('heading', { name: t('user-codes:static.title') })).toBeVisible()
  await page.goto('/logout?lng=en')
  await expect(page).toHaveURL(/\/account\/login/)
  await expect(other).toHaveURL(/\/account\/login/)
})
