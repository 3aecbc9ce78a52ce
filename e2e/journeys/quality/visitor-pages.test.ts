import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES, type Language, PAGE_KINDS } from '@scanleaf/shared'
import { createPageRenderer } from '../../../server/src/features/pages/render/page'
import {
  BLOCKS,
  linksOf,
  menuOf,
  PAGES,
  someFacts,
  somePage,
} from '../../../server/src/features/pages/testing/some-pages'
import { axe } from '../../harness/test'

const HOST = 'https://pages.example'
const render = createPageRenderer({
  config: { appName: 'Scanleaf', appUrl: 'https://app.example' },
  detection: 'browser',
})

/** Serves a page with its policy, as its host does; every request elsewhere fails the test. */
async function show(page: Page, shown: Parameters<typeof render>[0], language: Language) {
  const { html, policy } = render(shown, someFacts(language))
  await page.unroute('**/*')
  await page.route('**/*', (route) =>
    route.request().url() === `${HOST}/menu`
      ? route.fulfill({
          contentType: 'text/html; charset=utf-8',
          headers: { 'content-security-policy': policy },
          body: html,
        })
      : route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  await page.goto(`${HOST}/menu`)
}

test('pages fit a phone of 320 pixels in every language', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const { code } of LANGUAGES) {
    for (const kind of PAGE_KINDS) {
      await show(page, PAGES[kind], code)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${kind} in ${code}`).toBeLessThanOrEqual(320)
    }
  }
})

test('pages fit a phone of 320 pixels with the longest words', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const word = 'W'.repeat(80)
  const menu = menuOf(5)
  const long = {
    ...menu,
    sections: menu.sections.map((section) => ({
      ...section,
      title: { vi: word },
      items: section.items.map((item) => ({ ...item, name: { vi: word }, price: '9999999999999' })),
    })),
  }
  await show(page, somePage('menu', [long, BLOCKS.hours, BLOCKS.text], { name: { vi: word } }), 'vi')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages are accessible in ${colorScheme} colours and break no rule of their policy`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', (error) => said.push(error.message))
    for (const kind of PAGE_KINDS) {
      for (const language of ['vi', 'ar', 'km'] as const) {
        await show(page, PAGES[kind], language)
        await axe(page)
      }
    }
    expect(said).toEqual([])
    await context.close()
  })

  test(`every block is accessible in every language on a phone of 320 pixels in ${colorScheme} colours`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 } })
    const page = await context.newPage()
    const all = somePage('business', [menuOf(5), linksOf(2), ...Object.values(BLOCKS)])
    for (const { code } of LANGUAGES) {
      await show(page, all, code)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), code).toBeLessThanOrEqual(320)
      await axe(page)
    }
    await context.close()
  })
}

test('a value is selected by a tap and copied by a button', async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await show(page, PAGES.pay, 'en')
  await page.getByText('123456789').click()
  expect(await page.evaluate(() => String(getSelection()))).toContain('123456789')
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('123456789')
  await context.close()
})

test('without script a page says all that it says with it', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await show(page, PAGES.menu, 'vi')
  await expect(page.getByText('Hết món').first()).toBeVisible()
  await page.getByRole('link', { name: 'Cơm trưa' }).click()
  await expect(page).toHaveURL(`${HOST}/menu#m3`)
  await context.close()
})
