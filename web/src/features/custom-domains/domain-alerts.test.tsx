import type { DomainSettings } from '@scanleaf/shared'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { startI18n } from '../../lib/i18n/i18n'
import { renderAtSize } from '../../testing/draw-at'
import { DomainAlerts } from './domain-alerts'

const none: DomainSettings = {
  qrcodeDomain: '',
  qrcodeDomainEnabled: false,
  qrcodeDomainVerified: false,
  qrcodeDomainTrouble: null,
  ninecardDomain: '',
  ninecardDomainEnabled: false,
  ninecardDomainVerified: false,
  ninecardDomainTrouble: null,
  guidance: null,
}
const lost: DomainSettings = {
  ...none,
  qrcodeDomain: 'qr.la.example',
  qrcodeDomainTrouble: {
    kind: 'missing',
    since: '2026-11-20T00:00:00.000Z',
    endsAt: '2026-11-23T00:00:00.000Z',
  },
}
const ask = vi.fn<() => DomainSettings>()
const realFetch = window.fetch.bind(window)

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.startsWith('/gateway') ? Response.json({ result: ask() }) : realFetch(address, init),
  )
  await startI18n('en', 'browser')
})
beforeEach(() => {
  ask.mockReset()
  localStorage.clear()
})

/** A page as after a reload; `after` it has drawn everything else. */
async function load(): Promise<void> {
  renderAtSize('/', {
    root: () => (
      <>
        <DomainAlerts />
        <p>The page</p>
      </>
    ),
    routes: { '/settings/$tab': undefined },
  })
  await expect.element(page.getByText('The page').last()).toBeVisible()
}

test('who has no domain is asked for news of one once a day, not on every page', async () => {
  ask.mockReturnValue(none)
  await load()
  await expect.poll(() => localStorage.length).toBe(1)
  await load()
  await load()
  expect(ask).toHaveBeenCalledTimes(1)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_001)
  await load()
  await expect.poll(() => ask).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})

test('who has a domain is told of its trouble on each page', async () => {
  ask.mockReturnValue(lost)
  await load()
  await expect.element(page.getByRole('status').first()).toMatchTextContent('qr.la.example')
  await load()
  await expect.poll(() => ask).toHaveBeenCalledTimes(2)
})
