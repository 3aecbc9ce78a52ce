import type { Page } from '@playwright/test'
import { expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { register } from '../../pages/people'
import { Shop } from '../../pages/shop'

/**
 * Shows a server under an https origin, as a proxy in front of it would: browsers derive keys nowhere else.
 * @param visitor their address, as the proxy tells it, and their language; read for each request
 */
async function serveSecurely(
  page: Page,
  origin: string,
  server: string,
  visitor: { from: string; language: string },
): Promise<void> {
  const { host } = new URL(origin)
  await page.route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const told = { 'x-forwarded-for': visitor.from, 'accept-language': visitor.language }
    const headers = { ...(await route.request().allHeaders()), host, ...told }
    // As every proxy: a connection that was kept may be closed by the server just then.
    const sent = { headers, maxRedirects: 0, maxRetries: 2 }
    const response = await route.fetch({ url: `${server}${pathname}${search}`, ...sent })
    await route.fulfill({ response })
  })
}

test('on https a browser proves its work by itself, at registration and after failed sign-ins', async ({
  page,
  consoleGuard,
  startOwnServer,
}) => {
  const t = textsOf('en')
  const origin = 'https://app.test'
  const { appUrl } = await startOwnServer({ APP_URL: origin, TRUSTED_PROXIES: '127.0.0.1,::1' })
  const visitor = { from: '203.0.113.1', language: 'en' }
  await serveSecurely(page, origin, appUrl, visitor)
  consoleGuard.tolerateStatus(428)
  await page.goto(`${origin}/account/register?lng=en`)
  await register(page, 'proven')
  await expect(page).toHaveURL(/\/dynamic-codes/)

  // Strangers fail; the owner comes by an address that nobody knows.
  for (let n = 0; n < 6; n++)
    await fetch(`${appUrl}/identity/users/auth`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('proven:wrong')}`, 'x-forwarded-for': `198.51.100.${n}` },
    })
  await page.evaluate(() => localStorage.clear())
  // A page that is no longer shown requests nothing more, and what it has requested comes from the old address.
  await page.goto('about:blank')
  visitor.from = '203.0.113.2'
  await page.goto(`${origin}/account/login?lng=en`)
  await page.getByRole('textbox', { name: t('account:login') }).fill('proven')
  await page.getByLabel(t('account:password'), { exact: true }).fill('quán phở số 7')
  const asked = page.waitForResponse((response) => response.status() === 428)
  await page.getByRole('button', { name: t('account:sign-in'), exact: true }).click()
  await asked
  await expect(page).toHaveURL(/\/dynamic-codes/)
})

test(
  'a report counts where the browser runs the script of its form',
  onPhonesAlone(true),
  async ({ page, browser, startOwnServer }, { project }) => {
    const language = project.name === 'phone' ? 'ar' : 'vi'
    const t = textsOf(language)
    const origin = 'https://qr.test'
    const { appUrl, codeHost } = await startOwnServer({
      CODE_HOST: origin,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      REPORTS_BEFORE_WARNING: '1',
    })
    const shop = await Shop.open(page, appUrl, 'reported', language)
    const { codeRedirect } = await shop.add({ content: { content: 'https://example.com/' } })

    async function openForm(visitor: Page, from: string): Promise<void> {
      await serveSecurely(visitor, origin, codeHost, { from, language })
      await visitor.goto(`${codeRedirect}+report`)
    }
    async function report(visitor: Page): Promise<void> {
      await visitor.getByRole('radio', { name: t('redirect:report.reason.other') }).check()
      await visitor.getByRole('button', { name: t('redirect:report.send') }).click()
      await expect(visitor.getByRole('heading', { name: t('redirect:reported.title') })).toBeVisible()
      await visitor.goto(`${codeRedirect}+`)
    }

    const scriptless = await browser.newContext({ javaScriptEnabled: false })
    const stranger = await scriptless.newPage()
    await openForm(stranger, '203.0.113.1')
    await expect(stranger.locator('noscript p')).toHaveText(t('redirect:report.no-script'))
    await report(stranger)
    await expect(stranger.getByRole('heading', { name: t('redirect:preview.title') })).toBeVisible()
    await scriptless.close()

    await openForm(page, '198.51.100.1')
    await report(page)
    await expect(page.getByRole('heading', { name: t('redirect:warning.title') })).toBeVisible()
  },
)
