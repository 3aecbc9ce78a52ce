import type { Page } from '@playwright/test'
import { test } from '../../harness/gateways'
import { axe, axeInBothSchemes, expect } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { Payer } from '../../pages/gateway-payer'
import { openOperator } from '../../pages/people'
import { Shop } from '../../pages/shop'

const t = textsOf('en')
const admin = (key: string, values = {}) => t(`billing-admin:${key}`, values)

/** Completes the form of a row's action. */
async function act(page: Page, name: string, reference: string, fields: Record<string, string>) {
  await page.getByRole('button', { name: admin('act.of', { act: admin(`act.${name}`), reference }) }).click()
  const form = page.getByRole('form', { name: admin(`act.${name}`) })
  for (const [field, value] of Object.entries(fields))
    await form.getByLabel(admin(`field.${field}`)).fill(value)
  await form.getByRole('button', { name: admin(`act.${name}`) }).click()
  await expect(page.getByText(admin('done', { act: admin(`act.${name}`) })).first()).toBeVisible()
}

test('a feed tells of a transfer while its dialog is open; the operator assigns, rejects and refunds', async ({
  page,
  browser,
  server,
  gateways,
}) => {
  const shop = await Shop.open(page, server.appUrl, 'transferrer', 'en')
  const payer = new Payer(page, shop, 'bank-transfer')
  const transfer = page.getByRole('dialog', { name: t('billing:transfer.title') })
  const paid = await payer.order(70_000)
  await gateways.sepay.deliver({ amount: 70_000, content: `MBVCB.123 ${paid} chuyen tien` })
  await expect(transfer.getByText(t('billing:transfer.success'))).toBeVisible()
  await axeInBothSchemes(page)

  const assigned = await payer.order(80_000)
  await gateways.sepay.deliver({ amount: 80_000, content: 'tien an trua', reference: 'FT80' })
  const operator = await openOperator(browser, server.appUrl, server.setupToken)
  const views = operator.getByRole('navigation', { name: admin('views') })
  const open = (view: string) => views.getByRole('link', { name: admin(`view.${view}`) }).click()
  await open('receipts')
  // The one payment that waits for this much is offered: nothing is typed.
  const assign = (name: string, reference: string) => admin('act.of', { act: admin(name), reference })
  await operator.getByRole('button', { name: assign('act.assign', 'FT80') }).click()
  await operator.getByRole('button', { name: assign('match.assign', assigned) }).click()
  await expect(operator.getByText(admin('done', { act: admin('act.assign') }))).toBeVisible()
  await expect(transfer.getByText(t('billing:transfer.success'))).toBeVisible()

  const rejected = await payer.order(90_000)
  await open('transfers')
  await act(operator, 'reject', rejected, { reason: 'As asked' })
  await expect(transfer.getByText(t('billing-history:reason.rejected'))).toBeVisible()
  await axe(operator)

  const refunded = await new Payer(page, shop, 'momo').topUp(60_000)
  await payer.press('Pay')
  await payer.sees('success')
  await operator.getByLabel(admin('states')).selectOption(admin('transfers.settled'))
  await operator.getByLabel(admin('types')).selectOption('momo')
  await act(operator, 'refund', refunded, { amount: '25000', reason: 'As asked' })
  await operator
    .getByRole('button', { name: admin('act.of', { act: admin('act.refunds'), reference: refunded }) })
    .click()
  const refunds = operator.getByRole('list', { name: admin('act.refunds') })
  await expect(refunds).toContainText(admin('refund-status.done'))
  await axe(operator)
  await payer.hasInWallet('185,000')

  await open('notices')
  await operator.getByLabel(admin('column.provider')).selectOption('sepay')
  await expect(operator.getByRole('row').filter({ hasText: admin('outcome.unmatched') })).toHaveCount(1)
  const raw = operator.getByRole('row').filter({ hasText: paid })
  await raw.getByRole('button').click()
  await expect(operator.getByRole('region', { name: admin('notices.body') })).toContainText(paid)
  await axe(operator)

  await open('reconciliations')
  await operator.getByRole('button', { name: admin('reconciliations.now') }).click()
  await expect(operator.getByText(admin('checks.right')).first()).toBeVisible()
  await axe(operator)

  await open('receipts')
  await operator.getByRole('button', { name: admin('import') }).click()
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  // The reader of tables, which comes with the first file.
  await operator.route(/\/assets\/tables-/, async (route) => {
    await given
    await route.continue()
  })
  await operator.locator('input[type=file]').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `date,amount,reference,content\n22/11/2026,80000,FT80,tien an trua\n22/11/2026,x,FT82,?\n`,
    ),
  })
  const form = operator.getByRole('form', { name: admin('import') })
  await form.getByLabel(admin('field.reason')).fill('A day without a feed')
  const send = form.getByRole('button', { name: admin('import'), exact: true })
  await expect(send).toBeDisabled()
  give()
  await send.click()
  await expect(
    operator.getByText(admin('import.line', { line: 3, field: admin('import.field.amount') })),
  ).toBeVisible()
  await axe(operator)
})
