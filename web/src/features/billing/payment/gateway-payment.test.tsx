import type { RedirectInfo, Transaction } from '@scanleaf/shared'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import texts from '../../../../../shared/locales/billing/en.json'
import history from '../../../../../shared/locales/billing-history/en.json'
import common from '../../../../../shared/locales/common/en.json'
import { startI18n } from '../../../lib/i18n/i18n'
import { renderAtSize } from '../../../testing/draw-at'
import '../../../testing/fast-polls'
import '../../../ui/styles/base.css'
import '../../../ui/styles/tokens.css'
import { Toasts } from '../../../ui/toast/toasts'
import { PaymentPage } from '../payment-page'
import { ReturnPage } from '../return/return-page'

const REF = 'QC0000001M'
const momo: RedirectInfo = {
  transactionId: REF,
  paymentType: 'momo',
  payUrl: 'https://momo.example/pay',
  deeplink: 'momo://pay',
  qrCodeUrl: 'momo-code',
  expiresAt: '2099-01-01T00:00:00.000Z',
}
const vnpay: RedirectInfo = {
  transactionId: REF,
  paymentType: 'vnpay',
  payUrl: 'https://vnpay.example/pay',
  expiresAt: '2099-01-01T00:00:00.000Z',
}

const transactionOf = (
  payment: RedirectInfo,
  status: Transaction['status'],
  code: string = status,
): Transaction => ({
  id: REF,
  type: 'topup',
  amount: 60_000,
  asked: 60_000,
  currency: 'VND',
  description: '',
  invoice: null,
  invoiceId: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  paymentType: payment.paymentType,
  paymentTypeDetail: { code: payment.paymentType },
  reference: REF,
  status,
  statusDetail: { code },
  invoiceDetails: [],
  payment: status === 'pending' ? payment : null,
  paid: 0,
})

const subscription = {
  status: 'active',
  plan: 'free',
  planDetail: { name: 'Free', price: 0, period: 'monthly', addons: [], overLimitPrice: 0 },
  endAt: null,
  packagePayment: 'month',
  usage: {},
  additionalUsage: {},
  outstandingBalance: 0,
  overLimitFee: 0,
  pastDueBalance: 0,
}

type Answer = { status: number; body: unknown }
const refused = (status: number, code: string): Answer => ({
  status,
  body: { statusCode: status, error: { code, message: code }, message: code },
})
/** Responses of the server, by method and end of the path. */
let answers: Record<string, unknown>
let keys: (string | null)[]

beforeAll(async () => {
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!address.startsWith('/gateway')) return realFetch(address, init)
    const path = address.split('?')[0] ?? ''
    const name = `${init.method} ${path.slice(path.lastIndexOf('/') + 1)}`
    if (name === 'POST transactions') keys.push(new Headers(init.headers).get('idempotency-key'))
    const answer = answers[name]
    if (answer === undefined) return Response.json(refused(404, 'NotFound').body, { status: 404 })
    const { status, body } = answer as Answer
    return typeof status === 'number' ? Response.json(body, { status }) : Response.json({ result: answer })
  })
  await startI18n('en', 'browser')
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  keys = []
  answers = {
    'GET info': { currentBalance: 0, ...subscription },
    'GET plans': [],
    'GET profile': { company: '', address: { address: '' }, taxCode: '' },
    'GET my-message-tokens': { package: { tokenUsed: 0, limitPackageToken: 10_000 } },
    'GET payment-types': [
      { code: 'momo', minAmount: 1000, maxAmount: 50_000_000 },
      { code: 'vnpay', minAmount: 100_000, maxAmount: 900_000_000 },
    ],
    'GET payment-methods': [],
  }
})

function open(address: string) {
  return renderAtSize(address, {
    routes: { '/payment/$tab': PaymentPage, '/payment/return/$gateway': ReturnPage },
    beside: <Toasts />,
  })
}

const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })

async function topUp(amount: number) {
  await page.getByRole('button', { name: texts.topup, exact: true }).click()
  await page.getByLabelText(texts['topup.amount']).fill(String(amount))
  await button(texts['go-on']).click()
}

test('a type that does not take the amount says what it takes, and cannot be chosen', async () => {
  open('/payment/dashboard')
  await topUp(60_000)
  const vnpayChoice = page.getByRole('radio', { name: /VNPay/ })
  await expect.element(vnpayChoice).toBeDisabled()
  await expect.element(page.getByRole('radio', { name: /MoMo/ })).toBeChecked()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/100,000.*900,000,000/)
})

test('a gateway that does not answer is asked again for the same payment; one that refuses for another', async () => {
  answers['POST transactions'] = refused(504, 'UpstreamTimeout')
  open('/payment/dashboard')
  await topUp(60_000)
  await button(texts.pay).click()
  await expect.element(page.getByText('MoMo has not responded', { exact: false })).toBeVisible()
  answers['POST transactions'] = refused(502, 'UpstreamFailed')
  await button(common.retry).click()
  await expect
    .element(page.getByText('MoMo cannot take this payment right now', { exact: false }))
    .toBeVisible()
  answers['POST transactions'] = momo
  answers[`GET ${REF}`] = transactionOf(momo, 'pending')
  await button(texts.pay).click()
  await expect.element(page.getByRole('dialog', { name: texts['momo.title'] })).toBeVisible()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('a MoMo payment that fails says why and is tried again with its amount', async () => {
  answers[`GET ${REF}`] = transactionOf(momo, 'pending')
  open(`/payment/dashboard?pay=${REF}`)
  const dialog = page.getByRole('dialog', { name: texts['momo.title'] })
  await expect.element(dialog.getByRole('link', { name: texts['momo.open-page'] })).toBeVisible()
  answers[`GET ${REF}`] = transactionOf(momo, 'failure', 'insufficient-funds')
  await expect.element(dialog.getByText(history['reason.insufficient-funds'])).toBeVisible()
  await button(common.retry).click()
  await expect.element(page.getByRole('dialog', { name: texts['method.title'] })).toMatchTextContent('60,000')
})

test('the return page shows what the server knows, and never what the address says', async () => {
  answers[`GET ${REF}`] = transactionOf(vnpay, 'pending')
  answers['POST refresh'] = transactionOf(vnpay, 'pending')
  open(`/payment/return/vnpay?transactionId=${REF}&vnp_ResponseCode=00`)
  await expect.element(page.getByRole('heading', { name: texts['return.pending'] })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: history['details.continue'] }))
    .toHaveAttribute('href', vnpay.payUrl)
  answers[`GET ${REF}`] = transactionOf(vnpay, 'success')
  await expect.element(page.getByRole('heading', { name: texts['return.success'] })).toBeVisible()
})

test('what the gateway says when it is asked ends the waiting at once', async () => {
  answers[`GET ${REF}`] = transactionOf(vnpay, 'pending')
  answers['POST refresh'] = transactionOf(vnpay, 'failure', 'cancelled')
  open(`/payment/return/vnpay?transactionId=${REF}`)
  await expect.element(page.getByRole('heading', { name: texts['return.cancelled'] })).toBeVisible()
  await page.getByRole('link', { name: common.retry }).click()
  await expect.element(page.getByRole('dialog', { name: texts['method.title'] })).toMatchTextContent('60,000')
})

test('who gave up at the gateway comes back to a cancelled payment', async () => {
  answers[`GET ${REF}`] = transactionOf(vnpay, 'pending')
  answers['POST cancel'] = transactionOf(vnpay, 'failure', 'cancelled')
  open(`/payment/return/stripe?transactionId=${REF}&cancelled=1`)
  await expect.element(page.getByRole('heading', { name: texts['return.cancelled'] })).toBeVisible()
  expect(page.getByRole('heading', { name: texts['return.pending'] }).query()).toBeNull()
})

test('a payment that has come meanwhile is not cancelled any more', async () => {
  answers[`GET ${REF}`] = transactionOf(vnpay, 'pending')
  answers['POST cancel'] = refused(409, 'Conflict')
  answers['POST refresh'] = transactionOf(vnpay, 'success')
  open(`/payment/return/stripe?transactionId=${REF}&cancelled=1`)
  await expect.element(page.getByRole('heading', { name: texts['return.success'] })).toBeVisible()
})

test('a payment that waits is cancelled from its dialog, after asking once more', async () => {
  answers[`GET ${REF}`] = transactionOf(momo, 'pending')
  answers['POST cancel'] = transactionOf(momo, 'failure', 'cancelled')
  open(`/payment/dashboard?pay=${REF}`)
  await button(texts['cancel-payment']).click()
  await button(texts['cancel-payment.keep']).click()
  await button(texts['cancel-payment']).click()
  await button(texts['cancel-payment']).click()
  // Only now: a poll that said so before would take the button away.
  answers[`GET ${REF}`] = transactionOf(momo, 'failure', 'cancelled')
  await expect.element(page.getByRole('dialog').getByText(history['reason.cancelled'])).toBeVisible()
})

test('an unknown payment, or none, has no return page', async () => {
  open('/payment/return/momo?transactionId=QC7K3M9P2F')
  await expect.element(page.getByText(common['not-found.title'])).toBeVisible()
})

test('a payment of a gateway without a dialog leads from the payment area to its return page', async () => {
  answers[`GET ${REF}`] = transactionOf(vnpay, 'pending')
  const router = open(`/payment/dashboard?pay=${REF}`)
  await expect.element(page.getByRole('heading', { name: texts['return.pending'] })).toBeVisible()
  expect(router.state.location.href).toBe(`/payment/return/vnpay?transactionId=${REF}`)
})
