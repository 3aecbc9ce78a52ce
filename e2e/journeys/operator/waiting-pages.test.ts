import type { PageOfCode } from '@scanleaf/shared'
import { axeInBothSchemes, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const PAGES = '/gateway/api/qrcode/pages'

test('a page that names a bank is read as visitors would see it, then approved or rejected @phone', async ({
  page,
  browser,
  server,
}) => {
  const t = textsOf('en')
  const owner = await (await browser.newContext({ baseURL: server.appUrl })).newPage()
  const shop = await Shop.open(owner, server.appUrl, nameOf('bank'), 'en')
  const waits = async (name: string) => {
    const content = {
      ...{ kind: 'business', name: { en: name }, languages: ['en'], zone: 'Asia/Ho_Chi_Minh' },
      blocks: [
        { type: 'links', links: [{ title: { en: 'Sign in' }, address: 'https://card-gift.example/login' }] },
      ],
    }
    const made = (await shop.call('POST', PAGES, { page: content })) as unknown as PageOfCode
    await shop.call('POST', `${PAGES}/${made.id}/publish`, { revision: 1 })
    return made
  }
  const [approved, rejected] = [await waits('Vietcombank gifts'), await waits('ACB gifts')]
  const statusOf = async ({ pageUrl }: PageOfCode) => (await fetch(pageUrl)).status
  expect([await statusOf(approved), await statusOf(rejected)]).toEqual([404, 404])

  await Shop.openAdmin(page, server, 'en')
  await page.goto('/admin/reports?lng=en')
  const waiting = (name: string) => page.getByRole('article', { name })
  const first = waiting('Vietcombank gifts')
  await expect(first.getByText('https://card-gift.example/login')).toBeVisible()
  await first.locator('iframe').scrollIntoViewIfNeeded()
  await expect(first.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(
    'Vietcombank gifts',
  )
  await axeInBothSchemes(page)
  await first.getByRole('button', { name: t('code-reports:pages.approve') }).click()
  await expect(first).toBeHidden()
  await waiting('ACB gifts')
    .getByRole('button', { name: t('code-reports:pages.refuse') })
    .click()
  await expect(waiting('ACB gifts')).toBeHidden()
  await expect.poll(() => statusOf(approved)).toBe(200)
  expect(await statusOf(rejected)).toBe(404)
  await owner.goto(`/dynamic-codes/${rejected.id}/page`)
  await expect(owner.getByText(t('page-editor:refused', { names: 'ACB and sign in' })).first()).toBeVisible()
})
