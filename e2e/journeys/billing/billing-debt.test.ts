import { ageDataByDays } from '../../harness/age-data'
import { axeInBothSchemes, expect, hold, restart, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { Operator, Shop } from '../../pages/shop'

const t = textsOf('en')
const A_YEAR = 365
const ITS_GRACE = 8

test('a year is bought, runs out unpaid, and is paid late; the printed codes lead on all the while', async ({
  page,
  consoleGuard,
  startOwnServer,
}) => {
  consoleGuard.tolerateStatus(402)
  const server = await startOwnServer({
    BANK_BIN: '970416',
    BANK_ACCOUNT_NUMBER: '123456789',
    BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF',
  })
  const shop = await Shop.open(page, server.appUrl, 'yearly', 'en')
  const operator = await Operator.open(server.appUrl, server.setupToken)
  const dialog = page.getByRole('dialog')
  const transfer = page.getByRole('dialog', { name: t('billing:transfer.title') })
  const press = (key: string) => dialog.getByRole('button', { name: t(key), exact: true }).click()
  /** The bank says that the money of the open transfer came. */
  const pay = async (amount: number) => {
    const reference =
      (await transfer
        .getByText(/^QC[0-9A-Z]{8}$/)
        .first()
        .textContent()) ?? ''
    await operator.confirm(reference, amount)
    await expect(transfer.getByText(t('billing:transfer.success'))).toBeVisible()
    await press('billing:transfer.done')
  }

  await page.goto(`${server.appUrl}/payment?lng=en`)
  await page.getByRole('radio', { name: /\b99,000/ }).click()
  await press('billing:upgrade.change')
  // While the quote of a year is on its way, that of a month stays in sight, and nobody pays by it.
  const letGo = await hold(page, '**/subscriptions/quote')
  await dialog.getByText(t('billing:term.year'), { exact: true }).click()
  const earlier = dialog.locator('[aria-busy]')
  await expect(earlier).toContainText('99,000')
  await expect(dialog.getByRole('button', { name: t('billing:pay'), exact: true })).toBeDisabled()
  letGo()
  await expect(dialog).toContainText('990,000')
  await expect(earlier).toHaveCount(0)
  await press('billing:pay')
  await pay(990_000)
  await expect(page.getByText(t('billing:term.year'))).toBeVisible()
  const { codeRedirect } = await shop.site('menu')

  await restart(page, server, (dataDir) => ageDataByDays(dataDir, A_YEAR))
  // The grace counts from when payment for the next year is requested.
  await expect(async () => {
    await page.goto(`${server.appUrl}/payment/dashboard?lng=en`)
    await expect(page.getByText(t('billing:owed.pending'), { exact: true })).toBeVisible()
  }).toPass()
  await restart(page, server, (dataDir) => ageDataByDays(dataDir, ITS_GRACE))
  await page.goto(`${server.appUrl}/dynamic-codes/generator?lng=en`)
  await page.getByLabel(t('content-types:field.content')).fill('https://shop.example.vn/new')
  await page.getByRole('button', { name: t('generator:generate') }).click()
  await page
    .getByRole('dialog', { name: t('billing:limit.title') })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/payment\/dashboard/)
  const owed = page.getByRole('paragraph').filter({ hasText: new RegExp(`^${t('billing:owed.past-due')}$`) })
  await expect(owed).toBeVisible()
  await axeInBothSchemes(page)
  const scan = await page.request.get(codeRedirect, { maxRedirects: 0 })
  expect(scan.headers()['location']).toBe('https://shop.example.vn/menu')

  await page.getByRole('button', { name: t('billing:pay'), exact: true }).click()
  await press('billing:go-on')
  await press('billing:pay')
  await pay(990_000)
  await expect(owed).toBeHidden()
  await shop.site('new')
})
