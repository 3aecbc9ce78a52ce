import { axe, expect, onPhones, test } from '../harness/test'

test('the sign-in page is there for everybody', onPhones(true), async ({ page }) => {
  await page.goto('/account/login?lng=en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await axe(page)
})
