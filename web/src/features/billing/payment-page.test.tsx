import type { BillingProfile, PaymentInfo, Plan, Quote, Subscription, Transaction } from '@scanleaf/shared'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import texts from '../../../../shared/locales/billing/en.json'
import history from '../../../../shared/locales/billing-history/en.json'
import errors from '../../../../shared/locales/errors/en.json'
import { startI18n } from '../../lib/i18n/i18n'
import { renderAtSize } from '../../testing/draw-at'
import '../../testing/fast-polls'
import '../../ui/styles/base.css'
import '../../ui/styles/tokens.css'
import { Toasts } from '../../ui/toast/toasts'
import { PaymentPage } from './payment-page'

const plan = (code: string, price: number, codes: number): Plan => ({
  code,
  name: `Plan ${code}`,
  price,
  period: 'monthly',
  addons: [
    { code: 'dynamic-code-storage', quantity: codes },
    { code: 'static-code-storage', quantity: codes },
  ],
  overLimitPrice: price === 0 ? 0 : 500,
  tokens: 10_000,
  benefits: ['The first benefit', 'The second benefit'],
})
const basic = plan('basic', 99_000, 100)
const plans = [plan('free', 0, 5), basic, plan('pro', 199_000, 500)]

const subscriptionTo = (more: Partial<Subscription>): Subscription => ({
  status: 'active',
  plan: 'basic',
  planDetail: basic,
  endAt: '2026-11-13T17:00:00.000Z',
  packagePayment: 'month',
  usage: { 'dynamic-code-storage': 250, 'static-code-storage': 30 },
  additionalUsage: { 'dynamic-code-storage': 150 },
  outstandingBalance: 0,
  overLimitFee: 0,
  pastDueBalance: 0,
  ...more,
})

const quoteOf = (more: Partial<Quote>): Quote => ({
  id: '7b8b2f5e-58a4-4ad0-9c7e-1c9f9d9d1a11',
  purpose: 'plan_change',
  plan: 'pro',
  payYear: false,
  amount: 56_667,
  credit: 0,
  debt: 0,
  due: 56_667,
  short: 56_667,
  direct: false,
  renewsAt: null,
  lines: [{ code: 'proration', amount: 56_667 }],
  expiresAt: '2099-01-01T00:00:00.000Z',
  ...more,
})

const transfer: PaymentInfo = {
  transactionId: 'QC7K3M9P2F',
  paymentType: 'bank-transfer',
  bankName: 'ACB',
  bankBin: '970416',
  branch: 'Quận 1',
  accountName: 'CONG TY SCANLEAF',
  accountNumber: '123456789',
  amount: 56_667,
  content: 'QC7K3M9P2F',
  qr: '00020101021238530010A0000007270123000697041601091234567890208QRIBFTTA530370454061990005802VN62140810QC7K3M9P2F630490DA',
  note: 'Write the content as it stands.',
  expiresAt: '2099-01-01T00:00:00.000Z',
}

const momo = (expiresAt: Date, transactionId = 'QC0000001M'): PaymentInfo => ({
  transactionId,
  paymentType: 'momo',
  payUrl: 'https://momo.example/pay',
  qrCodeUrl: 'momo-code',
  expiresAt: expiresAt.toISOString(),
})

const transactionOf = (payment: PaymentInfo, status: Transaction['status']): Transaction => ({
  id: payment.transactionId,
  type: 'plan_change',
  amount: 56_667,
  asked: 56_667,
  currency: 'VND',
  description: '',
  invoice: null,
  invoiceId: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  paymentType: 'acb',
  paymentTypeDetail: { code: payment.paymentType },
  reference: payment.transactionId,
  status,
  statusDetail: { code: status },
  invoiceDetails: [],
  payment: status === 'pending' ? payment : null,
  paid: 0,
})

const profile: BillingProfile = { company: 'Example', address: { address: '' }, taxCode: '' }
const types = ['bank-transfer', 'momo', 'wallet'].map((code) => ({ code, minAmount: 1, maxAmount: 1e9 }))

/** Responses of the server, by the end of the path; reset before each test. */
let answers: Record<string, unknown>
/** Sent requests: path, body and idempotency key. */
let sent: { path: string; body: unknown; key: string | null }[]

beforeAll(async () => {
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!address.startsWith('/gateway')) return realFetch(address, init)
    const path = address.split('?')[0] ?? ''
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (init.method !== 'GET') {
      const key = new Headers(init.headers).get('idempotency-key')
      sent.push({ path, body: JSON.parse(String(init.body)), key })
    }
    const answer = answers[`${init.method} ${name}`] ?? answers[name]
    return answer === undefined
      ? new Response('', { status: 404 })
      : Response.json({ result: answer, meta: { total: 1, page: 1, pages: 1, limit: 10 } })
  })
  await startI18n('en', 'browser')
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  sent = []
  answers = {
    info: { currentBalance: 20_000, ...subscriptionTo({}) },
    profile,
    plans,
    'my-message-tokens': { package: { tokenUsed: 0, limitPackageToken: 10_000 } },
    'payment-types': types,
    'payment-methods': [{ code: 'bank-transfer', isDefault: true }],
    quote: quoteOf({}),
  }
})

async function open(address = '/payment/dashboard') {
  const router = renderAtSize(address, {
    routes: { '/payment/$tab': PaymentPage, '/payment/invoices/$id': PaymentPage },
    beside: <Toasts />,
  })
  await expect.element(page.getByRole('heading', { name: texts.title, level: 1 })).toBeVisible()
  return router
}

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const choose = (name: string) => page.getByRole('radio', { name: new RegExp(name) }).click()

test('the plan, its end in Viet Nam, and bars that end at their end', async () => {
  await open()
  await expect.element(page.getByText('14/11/26', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('radio', { name: 'Plan basic' }))
    .toHaveAttribute('aria-checked', 'true')
  await expect.element(page.getByRole('radio', { name: 'Plan free' })).not.toMatchTextContent('₫')
  const bars = page.getByRole('progressbar').all()
  expect(bars.map((bar) => bar.element().getAttribute('value'))).toEqual(['100', '30', '0'])
  await expect.element(page.getByText('150 codes over the limit')).toBeVisible()
})

test.each([
  ['pending', texts['owed.pending']],
  ['past-due', texts['owed.past-due']],
] as const)('what is owed while %s stands beside the balance', async (status, words) => {
  answers['info'] = {
    currentBalance: 20_000,
    ...subscriptionTo({ status, outstandingBalance: 198_000, pastDueBalance: 198_000 }),
  }
  await open()
  await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('198,000')).toBeVisible()
})

test('billing details are saved once edited, and not again until they are', async () => {
  answers['PATCH profile'] = { ...profile, address: { address: '1 Lê Lợi' } }
  await open()
  const save = button(texts['profile.save'])
  await expect.element(save).toBeDisabled()
  await page.getByLabelText(texts['profile.company']).fill('Example Ltd')
  await save.click()
  await expect.element(page.getByText(errors['field.address-fill'])).toBeVisible()
  await page.getByLabelText(texts['profile.address']).fill('1 Lê Lợi')
  await save.click()
  await expect.element(button(texts['profile.saved'])).toBeDisabled()
  expect(sent.map(({ body }) => body)).toEqual([
    { company: 'Example Ltd', address: { address: '1 Lê Lợi' }, taxCode: '' },
  ])
})

test('an upgrade is paid by bank transfer only', async () => {
  answers['change'] = transfer
  answers['QC7K3M9P2F'] = transactionOf(transfer, 'pending')
  const router = await open()
  await choose('Plan pro')
  await expect.element(dialog().getByText('The second benefit')).toBeVisible()
  await expect.element(dialog().getByText('56,667').first()).toBeVisible()
  await button(texts['upgrade.change']).click()
  await choose('MoMo')
  await dialog().getByRole('button', { name: texts.pay, exact: true }).click()
  await expect.element(dialog().getByText(texts['only-bank-transfer'])).toBeVisible()
  expect(sent.filter(({ path }) => path.endsWith('change'))).toEqual([])
  await choose(texts['method.bank-transfer'])
  await dialog().getByRole('button', { name: texts.pay, exact: true }).click()
  await expect.element(page.getByText(texts['transfer.title'])).toBeVisible()
  await expect.element(page.getByRole('img', { name: texts['transfer.qr'] })).toBeVisible()
  expect(router.state.location.search).toMatchObject({ pay: 'QC7K3M9P2F' })
  const [order] = sent.filter(({ path }) => path.endsWith('change'))
  expect(order?.body).toMatchObject({
    plan: 'pro',
    paymentType: 'bank-transfer',
    payYear: false,
    language: 'en',
  })
  expect(order?.key).toMatch(/^[0-9a-f]{32}$/)
})

test('a transfer that is waited for stays in sight after its dialog, until its money has come', async () => {
  const branchless = { ...transfer, branch: '' }
  answers['transactions'] = [transactionOf(branchless, 'pending')]
  answers['QC7K3M9P2F'] = transactionOf(branchless, 'pending')
  await open()
  const card = page.getByRole('region', { name: texts['waiting.transfer'] })
  await expect.element(card.getByText(/56,667\s₫/)).toBeVisible()
  await expect.element(card.getByText('QC7K3M9P2F')).toBeVisible()
  await expect.element(card).toMatchTextContent(texts['waiting.next.plan_change'])
  await card.getByRole('button', { name: history['details.pay'] }).click()
  const dialog = page.getByRole('dialog', { name: texts['transfer.title'] })
  await expect.element(dialog.getByText(texts['transfer.bank'], { exact: true })).toBeVisible()
  expect(
    dialog.getByText(texts['transfer.branch'], { exact: true }).elements(),
    'nothing stands for an empty detail',
  ).toEqual([])
  await dialog.getByRole('button', { name: texts['transfer.done'] }).click()
  await expect.element(card).toBeVisible()
  answers['QC7K3M9P2F'] = transactionOf(branchless, 'success')
  await expect.element(page.getByText(texts.paid)).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
})

test('the dialog of a transfer tells what is still missing, and when the money has come', async () => {
  const rest = { ...transfer, amount: 36_667 }
  answers['QC7K3M9P2F'] = { ...transactionOf(rest, 'pending'), paid: 20_000 }
  await open('/payment/dashboard?pay=QC7K3M9P2F')
  await expect.element(dialog()).toMatchTextContent(/Received20,000\s₫Remaining36,667/)
  await expect.element(page.getByText(texts['transfer.pending'])).toBeVisible()
  answers['QC7K3M9P2F'] = transactionOf(transfer, 'success')
  await expect.element(page.getByRole('status').getByText(texts.paid)).toBeVisible() // For three seconds.
  await expect.element(page.getByText(texts['transfer.success'])).toBeVisible()
})

test('the dialog of a transfer that ended with a part says how much is in the wallet', async () => {
  answers['QC7K3M9P2F'] = transactionOf(transfer, 'pending')
  await open('/payment/dashboard?pay=QC7K3M9P2F')
  await expect.element(page.getByText(texts['transfer.pending'])).toBeVisible()
  answers['QC7K3M9P2F'] = { ...transactionOf(transfer, 'failure'), paid: 20_000 }
  await expect.element(dialog().getByText(/received only .*20,000\s₫.* of .*56,667\s₫/)).toBeVisible()
})

test.each([
  ['expired', texts['transfer.failure']],
  ['rejected', history['reason.rejected']],
])('the dialog of a transfer that was %s says so', async (code, said) => {
  answers['QC7K3M9P2F'] = transactionOf(transfer, 'pending')
  await open('/payment/dashboard?pay=QC7K3M9P2F')
  await expect.element(page.getByText(texts['transfer.pending'])).toBeVisible()
  answers['QC7K3M9P2F'] = { ...transactionOf(transfer, 'failure'), statusDetail: { code } }
  await expect.element(dialog().getByText(said)).toBeVisible()
})

test('a change that costs nothing is made at once from the wallet', async () => {
  answers['quote'] = quoteOf({ plan: 'free', due: 0, short: 0, direct: true, lines: [] })
  answers['change'] = {
    transactionId: 'x',
    paymentType: 'wallet',
    status: 'success',
    currentBalance: 20_000,
  }
  await open()
  await choose('Plan free')
  await button(texts['upgrade.change']).click()
  await expect.element(page.getByText(texts['plan.changed'])).toBeVisible()
  expect(page.getByRole('dialog').all()).toHaveLength(0)
  expect(sent.at(-1)?.body).toMatchObject({ plan: 'free', paymentType: 'wallet' })
})

test('a smaller plan says before that codes above its quota stay, and that none can be made', async () => {
  answers['info'] = { currentBalance: 0, ...subscriptionTo({ usage: { 'dynamic-code-storage': 9_000 } }) }
  answers['quote'] = quoteOf({ plan: 'free', due: 0, short: 0, direct: true, lines: [] })
  await open()
  await choose('Plan free')
  const over = texts['downgrade.over'].replace('{{used, number}}', '9,000')
  await expect.element(dialog().getByText(`${texts['addon.dynamic-code-storage']}: ${over}`)).toBeVisible()
  expect(dialog().getByText(`${texts['addon.static-code-storage']}:`).query()).toBeNull()
  await expect.element(dialog().getByText(texts['downgrade.no-fee'])).toBeVisible()
})

test('the over-limit fee is said before a downgrade, and before the renewal that charges it', async () => {
  answers['info'] = {
    currentBalance: 0,
    ...subscriptionTo({ plan: 'pro', planDetail: plan('pro', 199_000, 240) }),
  }
  const renewsAt = '2026-12-13T17:00:00.000Z'
  answers['quote'] = quoteOf({ plan: 'basic', due: 0, short: 0, direct: true, lines: [], renewsAt })
  await open()
  const next = /renewal on .14\/11\/26. adds .5,000\s₫. for codes/
  await expect.element(page.getByText(next)).toBeVisible()
  await choose('Plan basic')
  const fee = /over the limit \(150\) add .75,000\s₫. to every renewal, starting on .14\/12\/26./
  await expect.element(dialog().getByText(fee)).toBeVisible()
})

test('where the wallet has a part, what is asked for from outside is said', async () => {
  answers['quote'] = quoteOf({ due: 56_667, short: 36_667 })
  await open()
  await choose('Plan pro')
  await expect.element(dialog()).toMatchTextContent(/From your wallet20,000\s₫Remaining to pay36,667\s₫/)
})

test('a top-up takes whole amounts in their range, grouped while they are typed', async () => {
  answers['POST transactions'] = transfer
  answers['QC7K3M9P2F'] = transactionOf(transfer, 'pending')
  await open()
  await button(texts.topup).click()
  const amount = page.getByLabelText(texts['topup.amount'])
  await amount.fill('999')
  await button(texts['go-on']).click()
  await expect.element(dialog().getByText(texts['payment.validate-payment-money'])).toBeVisible()
  await amount.fill('100k')
  await userEvent.tab()
  await expect.element(dialog().getByText(/Use digits only, such as .1,500,000/)).toBeVisible()
  await amount.fill('1.500.000')
  await button(texts['go-on']).click()
  await expect.element(dialog().getByText(/Write it like .1,500,000/)).toBeVisible()
  await amount.fill('')
  await userEvent.keyboard('250000')
  await expect.element(amount).toHaveValue('250,000')
  await button(texts['go-on']).click()
  await dialog().getByRole('button', { name: texts.pay, exact: true }).click()
  await expect.element(page.getByText(texts['transfer.title'])).toBeVisible()
  expect(sent.at(-1)?.body).toMatchObject({ type: 'payment', amount: 250_000, paymentType: 'bank-transfer' })
})

test('a debt that the wallet covers is paid from it, for a year if one likes', async () => {
  answers['info'] = {
    currentBalance: 3_000_000,
    ...subscriptionTo({ status: 'pending', outstandingBalance: 99_000 }),
  }
  answers['quote'] = quoteOf({ purpose: 'debt', due: 990_000, short: 0, lines: [] })
  answers['POST transactions'] = {
    transactionId: 'x',
    paymentType: 'wallet',
    status: 'success',
    currentBalance: 2_010_000,
  }
  await open()
  await button(texts.pay).click()
  await dialog().getByText(texts['term.year'], { exact: true }).click()
  await button(texts['debt.pay-by-wallet']).click()
  await expect.element(page.getByText(texts.paid)).toBeVisible()
  expect(sent.at(-1)?.body).toEqual({
    type: 'payment',
    paymentType: 'wallet',
    payYear: true,
    language: 'en',
  })
})

test('what is owed for a year is paid as it is', async () => {
  answers['info'] = {
    currentBalance: 0,
    ...subscriptionTo({ status: 'past-due', packagePayment: 'year', outstandingBalance: 990_000 }),
  }
  answers['quote'] = quoteOf({ purpose: 'debt', due: 990_000, short: 990_000, lines: [] })
  await open()
  await button(texts.pay).click()
  await expect.element(button(texts['go-on'])).toBeEnabled()
  expect(dialog().getByText(texts['term.year'], { exact: true }).query()).toBeNull()
  expect(sent.at(-1)?.body).toEqual({ purpose: 'debt', payYear: false })
})

test('the time of a MoMo code goes on after a reload, and ends', async () => {
  const running = momo(new Date(Date.now() + 300_000))
  answers[running.transactionId] = transactionOf(running, 'pending')
  await open(`/payment/dashboard?pay=${running.transactionId}`)
  await expect.element(page.getByText(/^0[45]:\d\d$/)).toBeVisible()

  const over = momo(new Date(Date.now() - 1000), 'QC0000002M') // The other page still asks.
  answers[over.transactionId] = transactionOf(over, 'pending')
  await open(`/payment/dashboard?pay=${over.transactionId}`)
  await expect.element(page.getByText(texts['payment.qr-code-expired'])).toBeVisible()
})
