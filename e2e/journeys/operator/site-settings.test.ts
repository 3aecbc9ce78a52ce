import { axe, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { Shop } from '../../pages/shop'

test('an administrator changes name, accent and registration without a restart', async ({
  page,
  startOwnServer,
}) => {
  const t = textsOf('vi')
  const server = await startOwnServer({ SUPPORT_CONTACT: 'help@shop.example' })
  await Shop.openAdmin(page, server, 'vi')
  await page.goto(`${server.appUrl}/admin/site-settings?lng=vi`)
  const look = page.getByRole('region', { name: t('site-settings:look') })
  await expect(look).toBeVisible()
  await axe(page)

  // A colour that nobody can read is refused in words, before anything is sent.
  const accent = look.getByLabel(t('site-settings:accent'))
  await look.getByLabel(t('site-settings:app-name')).fill('Quán Lá')
  await accent.fill('#ffcc00')
  await look.getByRole('button', { name: t('account:save') }).click()
  await expect(look.getByText(t('errors:field.accent-too-light'))).toBeVisible()
  await accent.fill('#1b59ad')
  await look.getByRole('button', { name: t('account:save') }).click()
  await expect(page.getByText(t('account:saved'))).toBeVisible()

  const accounts = page.getByRole('region', { name: t('site-settings:people') })
  await accounts.getByLabel(t('site-settings:registration')).selectOption('closed')
  await expect(accounts.getByLabel(t('site-settings:support'))).toBeDisabled()
  await expect(accounts.getByText('SUPPORT_CONTACT')).toBeVisible()
  await accounts.getByRole('button', { name: t('account:save') }).click()
  await expect(accounts.getByRole('button', { name: t('account:save') })).toBeDisabled()

  await page.reload()
  await expect(page).toHaveTitle(/Quán Lá/)
  await expect(page.getByRole('banner').getByText('Quán Lá')).toBeVisible()
  const brand = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand').trim())
  expect(await brand()).toBe('#1b59ad')
  await page.evaluate(() => localStorage.setItem('color-scheme', 'dark'))
  await page.reload()
  await expect(look).toBeVisible()
  expect(await brand()).not.toBe('#1b59ad')
  await axe(page)
})
