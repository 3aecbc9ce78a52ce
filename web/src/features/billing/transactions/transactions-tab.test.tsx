import type { Transaction, TransferInfo } from '@scanleaf/shared'
import i18next from 'i18next'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startI18n } from '../../../lib/i18n/i18n'
import { renderAtSize } from '../../../testing/draw-at'
import '../../../ui/styles/base.css'
import '../../../ui/styles/tokens.css'
import type { DetailsActionsProps } from './details-actions'
import { TransactionsTab } from './transactions-tab'

const transfer: TransferInfo = {
  transactionId: 'QC7K3M9P2F',
  paymentType: 'bank-transfer',
  bankName: 'ACB',
  bankBin: '970416',
  branch: 'Quận 1',
  accountName: 'CONG TY SCANLEAF',
  accountNumber: '123456789',
  amount: 60_000,
  content: 'QC7K3M9P2F',
  qr: '',
  note: '',
  expiresAt: '2026-11-22T02:14:22.000Z',
}

const movement = ({ amount = 200_000, ...more }: Partial<Transaction>): Transaction => ({
  id: 'topup',
  type: 'topup',
  amount,
  asked: amount,
  currency: 'VND',
  description: '',
  invoice: null,
  invoiceId: null,
  createdAt: '2026-10-28T11:36:33.000Z',
  paymentType: 'acb',
  paymentTypeDetail: { code: 'bank-transfer' },
  reference: 'QC7K3M9P2F',
  status: 'success',
  statusDetail: { code: '' },
  invoiceDetails: [],
  payment: null,
  paid: 200_000,
  ...more,
})

const history: Transaction[] = [
  movement({
    id: 'upgrade',
    type: 'plan_change',
    description: 'Nâng cao',
    amount: 60_000,
    paid: 20_000,
    status: 'pending',
    createdAt: '2026-11-21T02:14:22.000Z',
    payment: transfer,
  }),
  movement({
    id: 'renewal',
    type: 'renewal',
    description: 'Cơ bản',
    amount: 99_000,
    invoice: 'QC-2026-000007',
    invoiceId: '4b4ff6f2-4d2e-4c0e-9a70-bb41d01cb4c1',
    paymentType: 'wallet',
    createdAt: '2026-11-01T03:02:51.000Z',
    invoiceDetails: [
      {
        date: '2026-11-01',
        items: [
          {
            description: 'Gói Cơ bản · 1 tháng',
            amount: 79_000,
            currency: 'VND',
            details: { type: 'plan', quantity: 1 },
            oldPlanDetail: { originPrice: 99_000, discount: 20_000, description: 'Miễn phí' },
          },
        ],
      },
      {
        date: '2026-10-31',
        items: [
          {
            description: 'Mã động vượt hạn mức',
            amount: 20_000,
            currency: 'VND',
            details: { type: 'dynamic-code-storage', quantity: 20 },
          },
        ],
      },
    ],
  }),
  movement({ id: 'topup' }),
  movement({ id: 'visa', paymentType: 'visa', amount: 500_000, currency: 'USD' }),
  movement({
    id: 'failed',
    paymentType: 'momo',
    status: 'failure',
    statusDetail: { code: 'expired' },
    paid: 0,
  }),
]

const item = (amount: number): Transaction['invoiceDetails'][number]['items'][number] => ({
  description: 'Một dòng',
  amount,
  currency: 'VND',
  details: { type: 'renewal', quantity: 1 },
})

const sums = { opening: 40_000, moneyIn: 260_000, moneyOut: 99_000, closing: 201_000 }

/** The server's response for the requested URL; null for none. */
const answer = vi.fn<(address: string) => unknown>()

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.startsWith('/gateway')) return realFetch(address, init)
    if (address.includes('/statement.csv')) return new Response(`csv ${address}`)
    if (address.includes('/statement')) return Response.json({ result: sums })
    const body = answer(address)
    return body === null ? new Response('', { status: 400 }) : Response.json(body)
  })
  await startI18n('vi', 'browser')
  // The payment area around the tab has loaded them.
  await i18next.loadNamespaces('billing')
})
const realFetch = window.fetch.bind(window)

beforeEach(async () => {
  answer.mockReset()
  await page.viewport(1280, 800)
})

const pageOf = (rows: Transaction[], { total = rows.length, number = 1 } = {}) => ({
  result: rows,
  meta: { total, page: number, pages: Math.max(1, Math.ceil(total / 10)), limit: 10 },
})

function drawTab(address = '/payment/transactions', acts: DetailsActionsProps = {}) {
  return renderAtSize(address, {
    routes: {
      '/payment/$tab': () => <TransactionsTab {...acts} />,
      '/payment/invoices/$id': undefined,
    },
    validateSearch: ({ page, period }) => ({
      ...(page ? { page: Number(page) } : {}),
      ...(period ? { period } : {}),
    }),
  })
}

const rows = () => page.getByRole('row').elements().slice(1)

test('every movement has its day, service, method, state and money; one that failed says why and cannot be opened', async () => {
  answer.mockReturnValue(pageOf(history))
  drawTab()
  await expect.element(page.getByRole('table', { name: 'Lịch sử giao dịch' })).toBeVisible()
  expect(rows().map((row) => row.textContent)).toEqual([
    '09:14:22 - 21/11/2026Đổi góiNâng caoChuyển khoản ngân hàngĐang xử lý60.000\u00a0₫',
    '10:02:51 - 01/11/2026Gia hạn góiCơ bảnVíThành công−99.000\u00a0₫',
    '18:36:33 - 28/10/2026Nạp tiền vào víChuyển khoản ngân hàngThành công+200.000\u00a0₫',
    expect.stringMatching(/^18:36:33 - 28\/10\/2026Nạp tiền vào víVisaThành công.*21,74/),
    '18:36:33 - 28/10/2026Nạp tiền vào víMoMoThất bạiĐã hết hạn200.000\u00a0₫',
  ])
  await expect.element(page.getByText('1–5 trong 5 giao dịch')).toBeVisible()
  const openers = page.getByRole('button', { name: /^Chi tiết:/ })
  expect(openers.elements()).toHaveLength(4)
})

test('details are grouped by day and closed by Esc, by a press elsewhere and by the next row', async () => {
  answer.mockReturnValue(pageOf(history))
  drawTab()
  const openers = page.getByRole('button', { name: /^Chi tiết:/ })
  await openers.nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Chi tiết hoá đơn' })
  await expect.element(dialog).toBeVisible()
  expect(dialog.element().textContent?.replace(/[\u2068\u2069]/g, '')).toBe(
    'Chi tiết hoá đơnThành công' +
      '01/11/2026Gói Cơ bản · 1 thángMiễn phí trước đây: giá gốc 99.000\u00a0₫, đã trừ 20.000\u00a0₫79.000\u00a0₫' +
      '31/10/2026Mã động vượt hạn mức × 2020.000\u00a0₫' +
      'Tổng cộng99.000\u00a0₫Mã giao dịchQC7K3M9P2FHoá đơn QC-2026-000007',
  )
  await expect
    .element(dialog.getByRole('link'))
    .toHaveAttribute('href', '/payment/invoices/4b4ff6f2-4d2e-4c0e-9a70-bb41d01cb4c1')
  dialog.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(openers.nth(1)).toHaveFocus()
  await openers.nth(2).click()
  await expect.element(dialog).toMatchTextContent('Nạp tiền vào ví+200.000')
  await openers.nth(0).click()
  await expect.element(dialog).toMatchTextContent('Đã nhận20.000 ₫Còn thiếu40.000 ₫')
  await page.getByRole('status').click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a part that came is said, whatever became of the payment', async () => {
  answer.mockReturnValue(
    pageOf([
      movement({ amount: 20_000, asked: 60_000, paid: 20_000, statusDetail: { code: 'part-received' } }),
      movement({ id: 'change', status: 'failure', statusDetail: { code: 'expired' }, paid: 30_000 }),
      movement({ id: 'free', type: 'plan_change', description: 'Miễn phí', amount: 0, paid: 0 }),
    ]),
  )
  drawTab()
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent('Mới nhận một phần+20.000')
  await expect.element(page.getByRole('row').nth(2)).toMatchTextContent(/Đã hết hạn.30\.000\s₫. đã vào ví/)
  await expect.element(page.getByRole('row').nth(3)).toMatchTextContent(/Đổi góiMiễn phí–/)
  await page.getByRole('row').nth(1).click()
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent(/Nạp tiền vào ví\+20\.000\s₫Số tiền cần trả60\.000/)
})

test('a pending payment shows again how it is paid', async () => {
  answer.mockReturnValue(pageOf(history))
  const onPay = vi.fn()
  drawTab('/payment/transactions', { onPay })
  await page.getByText('Nâng cao').click()
  await page.getByRole('button', { name: 'Xem cách thanh toán' }).click()
  expect(onPay).toHaveBeenCalledExactlyOnceWith(transfer)
})

const plain = (text: string | null) => text?.replace(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ')

test.each<[string, Partial<Transaction>, string, string]>([
  [
    'what the wallet gave beside the payment',
    {
      type: 'debt',
      amount: 60_000,
      paid: 60_000,
      invoiceDetails: [{ date: '2026-11-01', items: [item(99_000)] }],
    },
    'Thanh toán khoản còn nợChuyển khoản ngân hàngThành công−60.000 ₫',
    '01/11/2026Một dòng99.000 ₫Chuyển khoản ngân hàng60.000 ₫Trừ từ ví39.000 ₫Mã giao dịchQC7K3M9P2F',
  ],
  [
    'what a top-up left in the wallet',
    { amount: 200_000, invoiceDetails: [{ date: '2026-11-01', items: [item(99_000)] }] },
    'Nạp tiền vào víChuyển khoản ngân hàngThành công+200.000 ₫',
    '01/11/2026Một dòng99.000 ₫Chuyển khoản ngân hàng200.000 ₫Giữ lại trong ví101.000 ₫Mã giao dịchQC7K3M9P2F',
  ],
  [
    'a refund and its payment',
    { type: 'refund', paymentType: 'credit-card' },
    'Hoàn tiềnThẻ tín dụngThành công−200.000 ₫',
    'Hoàn tiền−200.000 ₫Hoàn cho giao dịchQC7K3M9P2F',
  ],
  [
    'a credit',
    { type: 'credit', paymentType: 'wallet', reference: null },
    'VíThành công+200.000 ₫',
    '+200.000 ₫',
  ],
])('%s: row and details say the same', async (_, more, row, details) => {
  answer.mockReturnValue(pageOf([movement(more)]))
  drawTab()
  await page.getByRole('button', { name: /^Chi tiết:/ }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const shown = plain(dialog.element().textContent) ?? ''
  expect(shown.endsWith(details), shown).toBe(true)
  expect(plain(rows()[0]?.textContent ?? '')).toContain(row)
})

test('a renewal that nothing pays waits for the account holder, who pays it from there', async () => {
  const onPayDebt = vi.fn()
  const unpaid = { type: 'renewal', status: 'pending', statusDetail: { code: 'unpaid' }, paid: 0 } as const
  answer.mockReturnValue(pageOf([movement({ ...unpaid, paymentType: 'wallet', reference: null })]))
  drawTab('/payment/transactions', { onPayDebt })
  await expect
    .element(page.getByRole('row').nth(1))
    .toMatchTextContent(/Gia hạn gói–Chờ bạn thanh toán200\.000/)
  await page.getByRole('button', { name: /^Chi tiết:/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Thanh toán', exact: true }).click()
  expect(onPayDebt).toHaveBeenCalledOnce()
})

test('a payment that its gateway has not opened yet is opened, or cancelled', async () => {
  const onPay = vi.fn()
  const redirect = {
    transactionId: 'QC7K3M9P2F',
    paymentType: 'vnpay',
    payUrl: 'https://vnpay.example/pay',
    expiresAt: '2099-01-01T00:00:00.000Z',
  }
  const waiting = movement({ id: 'QC7K3M9P2F', status: 'pending', paid: 0, paymentType: 'vnpay' })
  answer.mockImplementation((address) =>
    address.includes('/open')
      ? { result: redirect }
      : address.includes('/cancel')
        ? { result: { ...waiting, status: 'failure', statusDetail: { code: 'cancelled' } } }
        : pageOf([waiting]),
  )
  drawTab('/payment/transactions', { onPay })
  await page.getByRole('button', { name: /^Chi tiết:/ }).click()
  await page.getByRole('button', { name: 'Thanh toán tiếp' }).click()
  await expect.poll(() => onPay.mock.calls[0]?.[0]).toEqual(redirect)
  await page.getByRole('button', { name: 'Huỷ thanh toán' }).click()
  await page.getByRole('button', { name: 'Huỷ thanh toán' }).click()
  await expect
    .poll(() => answer.mock.calls.flat())
    .toContainEqual(expect.stringMatching(/QC7K3M9P2F\/cancel$/))
})

test('the page is in the address; one beyond the last gives way to the last', async () => {
  answer.mockImplementation((address) =>
    pageOf([movement({ id: address })], { total: 21, number: Number(/page=(\d+)/.exec(address)?.[1]) }),
  )
  const router = drawTab('/payment/transactions?page=9')
  await expect.element(page.getByText('21–21 trong 21 giao dịch')).toBeVisible()
  expect(router.state.location.search).toEqual({ page: 3 })
  await page.getByRole('button', { name: 'Trang 2', exact: true }).click()
  await expect.element(page.getByText('11–11 trong 21 giao dịch')).toBeVisible()
  expect(router.state.location.search).toEqual({ page: 2 })
})

test('a period adds up, keeps its place in the address, and says when it has nothing', async () => {
  answer.mockImplementation((address) =>
    pageOf(address.includes('from=') ? [] : history, {
      total: address.includes('from=') ? 0 : 21,
      number: 2,
    }),
  )
  const router = drawTab('/payment/transactions?page=2')
  await expect.element(page.getByText('Số dư đầu kỳ')).toBeVisible()
  const shown = () => plain(document.querySelector('dl')?.textContent ?? '')
  await expect
    .poll(shown)
    .toBe('Số dư đầu kỳ40.000 ₫Tiền vào+260.000 ₫Tiền ra−99.000 ₫Số dư cuối kỳ201.000 ₫')
  await page.getByRole('combobox', { name: 'Khoảng thời gian' }).selectOptions('Quý trước')
  await expect.element(page.getByText('Không có giao dịch trong khoảng thời gian này')).toBeVisible()
  expect(router.state.location.search).toEqual({ period: 'last-quarter' })
  expect(answer.mock.calls.flat().at(-1)).toMatch(
    /from=\d{4}-(01|04|07|10)-01&to=\d{4}-(03-31|06-30|09-30|12-31)/,
  )
  await expect.element(page.getByRole('button', { name: 'Tải bảng kê' })).toBeVisible()
})

test('an empty history and one that does not load say so', async () => {
  answer.mockReturnValueOnce(null).mockReturnValue(pageOf([]))
  drawTab()
  await expect.element(page.getByText('Không tải được lịch sử giao dịch')).toBeVisible()
  await page.getByRole('button', { name: 'Làm mới' }).click()
  await expect.element(page.getByText('Chưa có giao dịch nào')).toBeVisible()
})

test('another page that does not load leaves the rows in sight and is loaded by "Làm mới"', async () => {
  const pageTwo = pageOf([movement({ description: 'Trang sau' })], { total: 11, number: 2 })
  answer
    .mockReturnValueOnce(pageOf([movement({ description: 'Trang đầu' })], { total: 11 }))
    .mockReturnValueOnce(null)
    .mockReturnValue(pageTwo)
  drawTab()
  await page.getByRole('button', { name: 'Trang 2', exact: true }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Không tải lại được danh sách/)
  await expect.element(page.getByText('Trang đầu')).toBeVisible()
  await page.getByRole('button', { name: 'Làm mới' }).click()
  await expect.element(page.getByText('Trang sau')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
