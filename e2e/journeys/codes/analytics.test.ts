import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../../harness/test'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const GOOGLE = 'https://www.googletagmanager.com/**'
const TARGET = 'https://example.com/menu'

// A browser without a head says so, and bots are led on at once.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})

interface Seen {
  calls: unknown[][]
  cookie: string
  stored: number
}

/** Does what Google’s script does with what the page told it: without a consent that is denied it sets its cookie. */
const TAG = `{
  const calls = [...dataLayer].map((call) => [...call])
  const consent = calls.find(([name, kind]) => name === 'consent' && kind === 'default')
  if (consent?.[2].analytics_storage !== 'denied') document.cookie = '_ga=GA1.1.1.1; path=/'
  report({ calls: JSON.parse(JSON.stringify(calls)), cookie: document.cookie, stored: localStorage.length })
  calls.find(([name]) => name === 'event')[2].event_callback()
}`

/** Scans the code of an owner who has set an Analytics id. @param answerGoogle what comes instead of Google’s script */
async function scan(page: Page, origin: string, codeHost: string, id: string): Promise<Page> {
  const shop = await Shop.open(page, origin, id, 'en')
  const code = await shop.add({ content: { content: TARGET }, dynamicId: id })
  await shop.call('PATCH', `/gateway/api/qrcode/user-codes/${code.id}`, { GoogleAnalyticsID: 'G-ABCD1234' })
  const visitor = await page.context().newPage()
  await visitor.route(TARGET, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">The menu' }),
  )
  await visitor.goto(`${codeHost}/${id}`)
  return visitor
}

const cookiesOf = async (context: BrowserContext, address: string) =>
  (await context.cookies(address)).map(({ name }) => name)

test('Google Analytics is told of a scan with consent denied, and sets no cookie', async ({
  page,
  server,
}) => {
  const seen: Seen[] = []
  await page.context().exposeBinding('report', (_, told: Seen) => void seen.push(told))
  await page.context().route(GOOGLE, (route) => route.fulfill({ contentType: 'text/javascript', body: TAG }))
  const visitor = await scan(page, server.appUrl, server.codeHost, nameOf('ga'))
  await expect(visitor).toHaveURL(TARGET)
  expect(seen).toHaveLength(1)
  const { calls = [], cookie, stored } = seen[0] ?? {}
  expect(calls.map(([name]) => name)).toEqual(['consent', 'set', 'js', 'config', 'event'])
  expect(calls[0]).toEqual([
    'consent',
    'default',
    {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'denied',
    },
  ])
  expect([cookie, stored]).toEqual(['', 0])
  expect(await cookiesOf(page.context(), server.codeHost)).toEqual([])
})

test('a visitor is led on where Google’s script does not come', async ({ page, server, consoleGuard }) => {
  consoleGuard.tolerateStatus(503)
  await page.context().route(GOOGLE, (route) => route.fulfill({ status: 503, body: '' }))
  const visitor = await scan(page, server.appUrl, server.codeHost, nameOf('ga-away'))
  await expect(visitor).toHaveURL(TARGET)
  expect(await cookiesOf(page.context(), server.codeHost)).toEqual([])
})
