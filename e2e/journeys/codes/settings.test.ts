import { axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf, walkedIn } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const ADDRESS = '203.0.113.80'

test.use({
  // A closed port acts as a name server that is unreachable.
  settings: { BILLING: 'off', DOMAIN_ADDRESS: ADDRESS, DNS_SERVERS: '127.0.0.1:1' },
})

for (const language of walkedIn('vi', 'en', 'ar')) {
  test(
    `a domain of one's own is named, kept and told what its DNS has to say, in ${language}`,
    onPhonesAlone(language === 'vi'),
    async ({ page, server, consoleGuard }) => {
      consoleGuard.tolerateStatus(422)
      consoleGuard.tolerateStatus(504)
      const t = textsOf(language)
      await Shop.open(page, server.appUrl, nameOf(`domain-${language}`), 'en')
      await page.goto(`/settings?lng=${language}`)
      await expect(page).toHaveURL(/\/settings\/domain/)
      const card = page.getByRole('region', { name: t('settings:qrcode.title') })
      const field = card.getByRole('textbox', { name: t('settings:field') })
      const save = page.getByRole('button', { name: t('settings:save'), exact: true })
      await expect(save).toBeDisabled()

      await field.fill('localhost')
      await save.click()
      await expect(card.getByText(t('errors:field.address-inside-only', { host: 'localhost' }))).toBeVisible()
      await expect(card.getByRole('button', { name: t('settings:verify') })).toBeHidden()
      await field.fill('https://QR.shop.example.vn/')
      await expect(card.getByRole('row').filter({ hasText: ADDRESS })).toBeVisible()
      await save.click()
      await expect(page.getByText(t('settings:saved'))).toBeVisible()
      await expect(field).toHaveValue('qr.shop.example.vn')
      await expect(save).toBeDisabled()
      await axeInBothSchemes(page)

      await card.getByRole('button', { name: t('settings:verify') }).click()
      const away = t('errors:DomainUnanswered', { domain: 'qr.shop.example.vn' })
      await expect(card.getByText(away)).toBeVisible()
      await expect(card.getByText(t('settings:not-verified'))).toBeVisible()

      await field.fill('')
      await page.getByRole('button', { name: t('settings:discard') }).click()
      await expect(field).toHaveValue('qr.shop.example.vn')
      await page.reload()
      await expect(field).toHaveValue('qr.shop.example.vn')
      await expect(card.getByRole('switch', { name: t('settings:use'), exact: true })).toBeChecked()
    },
  )
}

test('where no domains are taken, who runs the service is told what to set, and others whom to ask', async ({
  page,
  browser,
  startOwnServer,
}) => {
  const t = textsOf('en')
  const server = await startOwnServer()
  await Shop.openAdmin(page, server, 'en')
  await page.goto(`${server.appUrl}/settings?lng=en`)
  await expect(page.getByText(t('settings:off.operator'))).toBeVisible()
  await axeInBothSchemes(page)
  await page.getByRole('link', { name: t('common:guide') }).click()
  await expect(page.getByRole('heading', { name: 'Custom domains', exact: true })).toBeInViewport()

  const other = await browser.newPage()
  await Shop.open(other, server.appUrl, 'guest', 'en')
  await other.goto(`${server.appUrl}/settings?lng=en`)
  await expect(other.getByText(t('settings:off'), { exact: true })).toBeVisible()
  await other.close()
})
