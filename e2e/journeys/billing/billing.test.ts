import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SERVER_TIMEOUT_MS, startServer } from '../../harness/server'
import { axe, test as base, expect } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { openOperator } from '../../pages/people'
import { pressesOn } from '../../pages/presses'
import { Shop } from '../../pages/shop'

const t = textsOf('en')

/** Takes bank transfers. */
const test = base.extend({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({
        BANK_BIN: '970416',
        BANK_ACCOUNT_NUMBER: '123456789',
        BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF',
        BANK_BRANCH: 'Quận 1',
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: SERVER_TIMEOUT_MS },
  ],
})

/** Records the money of a transfer, as the bank statement shows it. */
async function confirm(operator: Page, reference: string, amount: number, bankReference: string) {
  const admin = (key: string, values = {}) => t(`billing-admin:${key}`, values)
  await operator.getByLabel(admin('search')).fill(reference)
  await operator.keyboard.press('Enter')
  const name = admin('act.of', { act: admin('act.confirm'), reference })
  await operator.getByRole('button', { name }).click()
  const form = operator.getByRole('form', { name: admin('act.confirm') })
  await expect(form).toContainText(reference)
  await form.getByLabel(admin('field.amount')).fill(String(amount))
  // All that must be typed where the amount is the one that is waited for.
  await form.getByLabel(admin('field.bankReference')).fill(bankReference)
  await form.getByRole('button', { name: admin('act.confirm') }).click()
  await expect(form).toHaveCount(0)
  // The toast of the previous action may still be there.
  await expect(operator.getByText(admin('done', { act: admin('act.confirm') })).last()).toBeVisible()
}

test('a plan is bought by a transfer that the operator confirms, invoiced, and given back to the wallet', async ({
  page,
  browser,
  server,
}) => {
  await Shop.open(page, server.appUrl, 'buyer', 'en')
  await page.goto('/payment?lng=en')
  await expect(page).toHaveURL(/\/payment\/dashboard/)
  await page.getByRole('radio', { name: /\b99,000/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('billing:upgrade.change') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('billing:pay') })
    .click()
  const transfer = page.getByRole('dialog', { name: t('billing:transfer.title') })
  const reference =
    (await transfer
      .getByText(/^QC[0-9A-Z]{8}$/)
      .first()
      .textContent()) ?? ''
  await axe(page)
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    transfer.getByRole('button', { name: t('billing:transfer.save') }).click(),
  ])
  expect(picture.suggestedFilename()).toBe(`${reference}.png`)
  await transfer.getByRole('button', { name: t('billing:transfer.done') }).click()
  // Closed, the payment stays in sight, also elsewhere in the payment area.
  const waiting = page.getByRole('region', { name: t('billing:waiting.transfer') })
  await expect(waiting).toContainText(reference)
  await page.getByRole('link', { name: t('billing:tab.transactions') }).click()
  await axe(page)
  await waiting.getByRole('button', { name: t('billing-history:details.pay') }).click()

  const operator = await openOperator(browser, server.appUrl, server.setupToken)
  await axe(operator)
  await confirm(operator, reference, 50_000, 'FT1')
  await expect(transfer).toContainText('49,000')
  await confirm(operator, reference, 49_000, 'FT2')
  await expect(transfer.getByText(t('billing:transfer.success'))).toBeVisible()
  await transfer.getByRole('button', { name: t('billing:transfer.done') }).click()

  const { press, select, count } = pressesOn(page)
  await press('link', t('billing:tab.transactions'))
  const row = page.getByRole('row', { name: new RegExp(t('billing-history:type.plan_change')) })
  await expect(row).toContainText(t('billing-history:status.success'))
  await expect(row).toContainText('−99,000')
  await select(t('billing-history:period'), t('billing-history:period.this-year'))
  await expect(row).toBeVisible()
  const [statement] = await Promise.all([
    page.waitForEvent('download'),
    press('button', t('billing-history:statement.csv')),
  ])
  // From the payments: what the accountant waits for.
  expect(count()).toBe(4)
  const entries = (await readFile(await statement.path(), 'utf8')).trimEnd().split('\r\n')
  const amounts = entries.slice(2, -1).map((line) => Number(line.split(',').at(-2)))
  expect(amounts).toEqual([50_000, 49_000, -99_000])
  expect(entries.at(-1)).toMatch(/,0$/)
  await row.getByRole('button').click()
  await axe(page)
  await page.getByRole('dialog').getByRole('link').click()
  await expect(page.getByRole('article')).toContainText('99,000')
  await axe(page)
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const shown = page.getByRole('article').getByText('99,000').filter({ visible: true })
  const ends = await shown.evaluateAll((found) =>
    found.map((amount) => Math.round(amount.getBoundingClientRect().right)),
  )
  expect(ends, 'amount and total in one column').toEqual([ends[0], ends[0]])
  if (wide) await page.setViewportSize(wide)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('billing-history:invoice.pdf') }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^QC-\d{4}-000001\.pdf$/)

  await page.goto('/payment/dashboard?lng=en')
  await page.getByRole('radio').first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('billing:upgrade.change') })
    .click()
  await expect(page.getByText(t('billing:plan.changed'))).toBeVisible()
  await page.getByRole('link', { name: t('billing:tab.transactions') }).click()
  const credit = page.getByRole('row', { name: new RegExp(t('billing-history:type.credit')) })
  await expect(credit).toContainText('95,700')

  await operator.getByText(t('billing-admin:view.checks')).click()
  await operator.getByRole('button', { name: t('billing-admin:checks.now') }).click()
  await expect(operator.getByText(t('billing-admin:checks.right')).first()).toBeVisible()
  await operator.getByText(t('billing-admin:view.audit')).click()
  await expect(operator.getByRole('row')).toHaveCount(3)
})

test('past the quota of the plan a dialog leads to the plans, and the codes stay', async ({
  page,
  server,
  consoleGuard,
}) => {
  consoleGuard.tolerateStatus(403)
  const shop = await Shop.open(page, server.appUrl, 'full', 'en')
  const { codeRedirect } = await shop.site('page-1')
  for (const path of ['page-2', 'page-3', 'page-4', 'page-5']) await shop.site(path)
  await page.goto('/dynamic-codes/generator?lng=en')
  await expect(page.getByText(t('billing:quota', { used: 5, limit: 5 }))).toBeVisible()
  await page.getByLabel(t('content-types:field.content')).fill('https://shop.example.vn/one-more')
  await page.getByRole('button', { name: t('generator:generate') }).click()
  const limit = page.getByRole('dialog', { name: t('billing:limit.title') })
  // This plan beside the next one.
  const numbers = limit.getByRole('row', { name: t('billing:addon.dynamic-code-storage') })
  await expect(numbers.getByRole('cell')).toHaveText(['5 / 5', /^\d{2,}$/])
  await axe(page)
  await limit.getByRole('link', { name: t('billing:limit.plans') }).click()
  await expect(page).toHaveURL(/\/payment\/dashboard/)
  const scan = await page.request.get(codeRedirect, { maxRedirects: 0 })
  expect(scan.headers()['location']).toBe('https://shop.example.vn/page-1')
})

test('of more rows than the plan holds the first ones are created, then only the plans are left', async ({
  page,
  server,
}) => {
  await Shop.open(page, server.appUrl, 'many', 'en')
  const check = async () => {
    await page.goto('/dynamic-codes/many?lng=en')
    await page
      .getByRole('textbox', { name: t('content-types:field.content') })
      .fill('https://a.example.vn/{n}')
    await page.getByRole('button', { name: t('bulk:check', { count: 10 }) }).click()
  }
  const plans = page.getByRole('link', { name: t('bulk:plans') })
  await check()
  await expect(plans).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: t('bulk:create.first', { total: 5 }) }).click()
  await expect(page.getByText(t('bulk:done.create', { total: 5 }))).toBeVisible()
  await check()
  await expect(page.getByText(t('bulk:room.left', { total: 0 }))).toBeVisible()
  await expect(plans).toBeVisible()
  await expect(page.getByRole('button', { name: /^Create/ })).toHaveCount(0)
})
