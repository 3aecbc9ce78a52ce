import type { Page } from '@playwright/test'
import { HELP_SLUGS, type Language, plainPathsOf, SCREENS } from '@scanleaf/shared'
import { timeoutMs } from '../../../scripts/test/timeouts.mjs'
import { samplePdf } from '../../harness/sample-pdf'
import { expect, testWithBilling as test } from '../../harness/test'
import { IS_NIGHTLY, MEASURED_LANGUAGES } from '../../harness/texts'
import { Shop } from '../../pages/shop'

/*
 * Every screen and page at 200 % zoom, and at 400 % (WCAG 1.4.10). Violations of the content security policy
 * and every other message in the console are findings of the console guard.
 */
test.describe.configure({ mode: 'parallel', timeout: timeoutMs(IS_NIGHTLY ? 600 : 180) })

test.use({ deviceScaleFactor: 2 })

/** 1280 × 800 at 200 % and at 400 %. */
const ZOOMED = [
  { width: 640, height: 400 },
  { width: 320, height: 200 },
]

const screensOf = (access: 'open' | 'session') =>
  plainPathsOf(SCREENS.filter((screen) => screen.access === access && !('isPassage' in screen)))
/** Without a space to break at. */
const LONG_NAME = 'Thực-đơn-mùa-hè-của-quán-cà-phê-Lá-trên-đường-Nguyễn-Thị-Minh-Khai-2026'

const inLanguage = (path: string, language: Language) =>
  `${path}${path.includes('?') ? '&' : '?'}lng=${language}`

test('the screens of a person signed in stay within the page', async ({ page, server }) => {
  const shop = await Shop.openAdmin(page, server, 'en')
  const code = await shop.site('menu', { name: LONG_NAME, tags: ['tết', 'quán'] })
  const wifi = await shop.add({
    contentType: 'Wifi',
    content: { ssid: 'Guest', passWifi: 'secret 1', encrypWifi: 'WPA' },
    isDynamicCode: false,
  })
  const screens = [
    ...screensOf('session'),
    `/dynamic-codes?code=${code.id}`,
    `/static-codes?code=${wifi.id}`,
    `/dynamic-codes/${code.id}/scans`,
    `/dynamic-codes/${code.id}/rules`,
    '/dynamic-codes/generator?type=pdf',
    '/static-codes/generator?type=wifi',
    '/static-codes/generator?type=vcard',
  ]
  expect(await wideScreens(page, screens)).toEqual([])
})

test('the screens of anybody stay within the page', async ({ page }) => {
  expect(await widePages(page, screensOf('open'))).toEqual([])
})

test('the help stays within the page', async ({ page, consoleGuard }) => {
  consoleGuard.tolerateStatus(404)
  const slugs = [...HELP_SLUGS, 'nothing']
  expect(await widePages(page, ['/help', ...slugs.map((slug) => `/help/${slug}`)])).toEqual([])
})

test('the pages of codes stay within the page', async ({ page, browser, server, consoleGuard }) => {
  // The visitor pages of a code that there is not, and of a paused one.
  consoleGuard.tolerateStatus(404)
  consoleGuard.tolerateStatus(410)
  const owner = await browser.newPage()
  const shop = await Shop.open(owner, server.appUrl, 'owner', 'en')
  await owner.close()
  const code = await shop.site('menu', { name: LONG_NAME })
  const paused = await shop.site('paused')
  await shop.call('PATCH', `/gateway/api/qrcode/user-codes/${paused.id}`, { enabled: false })
  const pages = [
    `${code.codeRedirect}+`,
    `${code.codeRedirect}+report`,
    paused.codeRedirect,
    `${server.codeHost}/nobody99`,
    `${server.codeHost}/p/${await addPdf(shop)}`,
  ]
  expect(await widePages(page, pages)).toEqual([])
})

/** Opens each screen, every one in another language, and turns it to all of them as the selector does. */
async function wideScreens(page: Page, screens: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const [place, path] of screens.entries()) {
    const language = MEASURED_LANGUAGES[place % MEASURED_LANGUAGES.length] ?? 'vi'
    await page.goto(inLanguage(path, language))
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await expect(page.getByRole('status', { name: /./ }), path).toHaveCount(0)
    for (const viewport of ZOOMED) {
      await page.setViewportSize(viewport)
      const wide = await page.evaluate(async (languages) => {
        const wide: string[] = []
        for (const language of languages) {
          const address = new URL(location.href)
          address.searchParams.set('lng', language)
          history.replaceState(history.state, '', address)
          while (document.documentElement.lang !== language) await new Promise(requestAnimationFrame)
          await new Promise(requestAnimationFrame)
          if (document.documentElement.scrollWidth > innerWidth) wide.push(language)
        }
        return wide
      }, MEASURED_LANGUAGES)
      found.push(...wide.map((each) => `${path} in ${each}, ${viewport.width} px wide`))
    }
  }
  return found
}

/** Opens each page in each language. */
async function widePages(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const address of addresses) {
    for (const language of MEASURED_LANGUAGES) {
      await page.goto(inLanguage(address, language), { waitUntil: 'domcontentloaded' })
      await page.locator('h1').waitFor()
      expect(await page.locator('html').getAttribute('lang'), address).toBe(language)
      for (const viewport of ZOOMED) {
        await page.setViewportSize(viewport)
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        if (isWide) found.push(`${address} in ${language}, ${viewport.width} px wide`)
      }
    }
  }
  return found
}

/** Returns its name. */
async function addPdf(shop: Shop): Promise<string> {
  const details = {
    name: 'menu-of-summer',
    companyName: 'Cà phê Lá',
    title: LONG_NAME,
    website: 'la.example.vn',
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(details)) form.append(name, value)
  form.append('pdfFile', new Blob([new Uint8Array(samplePdf('Menu'))], { type: 'application/pdf' }), 'm.pdf')
  await shop.call('POST', '/gateway/api/qrcode/pdf-qrcodes', form)
  return details.name
}
