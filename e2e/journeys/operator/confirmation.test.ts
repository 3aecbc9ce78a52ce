import { axe, expect, testWithBilling as test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { signInOn, signUp } from '../../pages/shop'

const t = textsOf('en')
const SIBLING = 'https://shop.example'
const bank = { BANK_BIN: '970416', BANK_ACCOUNT_NUMBER: '123456789', BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF' }

test.use({ settings: { BILLING: 'on', HANDOVER_CODE_ORIGINS: SIBLING, ...bank } })

test('an operator is asked who they are before money moves; alone, they decide on their own, which stays marked', async ({
  page,
  server,
  consoleGuard,
}) => {
  // The refusal that asks.
  consoleGuard.tolerateStatus(403)
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${server.appUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    expect(reply.ok).toBe(true)
    return ((await reply.json()) as { result: Record<string, string> }).result
  }
  const fresh = { authorization: `Bearer ${await signUp(server.appUrl, 'operator', server)}` }
  const payment = { amount: 60_000, paymentType: 'bank-transfer' }
  const own = (await call('/gateway/api/billing/transactions', payment, fresh))['transactionId'] ?? ''
  // A session that came from another proves no more than that one: nobody typed a password for it.
  const { code } = await call('/identity/sessions/code', { origin: SIBLING }, fresh)
  const { sid = '', id } = await call('/identity/sessions/exchange', { code }, { origin: SIBLING })

  await signInOn(page, server.appUrl, sid, 'en')
  await page.goto('/admin/billing?lng=en')
  const act = t('billing-admin:act.confirm')
  const confirmed = t('billing-admin:act.of', { act, reference: own })
  await page.getByRole('button', { name: confirmed }).click()
  const form = page.getByRole('form', { name: act })
  await form.getByLabel(t('billing-admin:field.bankReference')).fill('FT1')
  await form.getByRole('button', { name: act }).click()
  const question = page.getByRole('dialog', { name: t('security:confirm.title') })
  await expect(question).toBeVisible()
  await axe(page)
  await question.getByLabel(new RegExp(`^${t('account:password')}`)).fill('quán phở số 7')
  await question.getByRole('button', { name: t('security:confirm'), exact: true }).click()
  await expect(page.getByText(t('billing-admin:done', { act }))).toBeVisible()

  await page.goto(`/admin/users/${id}?lng=en`)
  const history = page.getByRole('region', { name: t('users-admin:history') })
  await expect(history).toContainText(act)
  await expect(history).toContainText(own)
  await expect(history).toContainText(t('users-admin:history.own-case'))
  // What nobody does to themselves is not offered.
  await expect(page.getByRole('button', { name: t('users-admin:suspend') })).toHaveCount(0)
  await axe(page)
})
