import { beforeAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startI18n } from '../../../lib/i18n/i18n'
import { renderAtSize } from '../../../testing/draw-at'
import { NotificationBanners } from './notification-banners'

const values = { plan: 'basic', endAt: '2026-11-13T17:00:00.000Z', blockedAt: '2026-11-20T17:00:00.000Z' }
const createdAt = '2026-11-20T17:00:00.000Z'
const closed = vi.fn<(address: string) => void>()
const realFetch = window.fetch.bind(window)

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.startsWith('/gateway')) return realFetch(address, init)
    if (init?.method === 'POST') {
      closed(address)
      return Response.json({ result: { id: 'due' } })
    }
    return Response.json({
      result: [
        { id: 'due', kind: 'past-due', values, createdAt },
        { id: 'money', kind: 'credited', values: { amount: 50_000 }, createdAt },
      ],
    })
  })
  await startI18n('vi', 'browser')
})

test('notices say what happened with its day and money, and one that is closed leaves for good', async () => {
  renderAtSize('/payment/dashboard', { root: NotificationBanners, routes: { '/payment/$tab': undefined } })
  const banners = page.getByRole('status')
  await expect.element(banners.nth(1)).toBeVisible()
  const said = banners.elements().map((banner) => banner.textContent?.replace(/[\u2068\u2069]/g, ''))
  expect(said[0]).toContain('quá hạn thanh toán từ ngày 21/11/2026')
  expect(said[1]).toContain('Đã nhận 50.000\u00a0₫ vào ví')
  await banners.first().getByRole('button', { name: 'Đóng' }).click()
  await expect.element(page.getByText('quá hạn')).not.toBeInTheDocument()
  expect(closed).toHaveBeenCalledExactlyOnceWith('/gateway/api/billing/notices/due/close')
})
