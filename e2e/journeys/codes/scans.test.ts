import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { wordsOf } from '../../../server/src/testing/pdf-words'
import { writeJournalScans } from '../../harness/journal'
import { axe, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf, walkedIn } from '../../harness/texts'
import { enter, nameOf } from '../../pages/people'

const en = textsOf('en')
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

/** The middle of a day some days ago (UTC): a second later is the same day. */
const noonBefore = (days: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days, 12))
}

/** Somebody's first dynamic code, created on screen; returns its id. */
async function makeCode(page: Page, dynamicId: string): Promise<string> {
  await page.goto('/dynamic-codes/generator?lng=en')
  await page.getByLabel(en('content-types:field.content')).fill('https://example.com/')
  await page.getByRole('switch', { name: en('generator:manual-id.choose') }).check()
  await page.getByRole('textbox', { name: en('generator:manual-id'), exact: true }).fill(dynamicId)
  await page.getByRole('button', { name: en('generator:generate') }).click()
  const saved = page.getByRole('link', { name: en('generator:view-saved') })
  await expect(saved).toBeVisible()
  const address = await saved.getAttribute('href')
  return new URL(address ?? '', 'http://x').searchParams.get('code') ?? ''
}

const FIGURES = ['scans', 'uniques', 'total'] as const
type FigureName = (typeof FIGURES)[number]

const figureOf = (page: Page, name: FigureName) =>
  page
    .getByRole('definition')
    .filter({ has: page.locator('b') })
    .nth(FIGURES.indexOf(name))

/** The hour and second at which a page was made. */
const isNoTime = (text: string) => !/\d\d:\d\d:\d\d - /.test(text)

/** What the browser prints of the screen, in place of it: words in their order. */
async function printed(page: Page): Promise<string[]> {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const words = await page.locator('body > div > svg text').allTextContents()
  return words.map((text) => text.replace(/[\u2067\u2069]/g, '')).filter(isNoTime)
}

const scan = (address: string) => fetch(address, { redirect: 'manual', headers: { 'user-agent': PHONE } })

for (const language of walkedIn('vi', 'en', 'ar')) {
  const t = textsOf(language)

  test(
    `an owner reads the scans of a code in ${language}`,
    onPhonesAlone(language === 'ar'),
    async ({ page, server }) => {
      const dynamicId = nameOf(`scans-${language}`)
      await enter(page, dynamicId)
      const codeId = await makeCode(page, dynamicId)
      writeJournalScans(server.dataDir, codeId, [
        { at: noonBefore(2), visitor: 'a' },
        { at: new Date(noonBefore(2).getTime() + 1000), visitor: 'a' },
        { at: noonBefore(3), visitor: 'b', country: 'JP' },
        { at: noonBefore(3), visitor: 'c', userAgent: 'WhatsApp/2.23.20.0' },
        { at: noonBefore(40), visitor: 'd' },
      ])

      await page.goto(`/dynamic-codes/${codeId}/scans?lng=${language}`)
      const figure = (name: FigureName) => figureOf(page, name)
      await expect(figure('total').locator('b')).toHaveText('4')
      await expect(figure('scans').locator('b')).toHaveText('3')
      await expect(figure('uniques').locator('b')).toHaveText('2')

      // The counter updates by itself while the page is open.
      await scan(`${server.codeHost}/${dynamicId}`)
      await expect(figure('total').locator('b')).toHaveText('5')
      await expect(figure('scans').locator('b')).toHaveText('4')

      // Today still runs, and is not compared with a whole day.
      await expect(figure('scans')).toContainText(t('scans:compared-so-far', { before: 1, count: 30 }))

      await page.getByRole('button', { name: t('scans:chart.as-table') }).click()
      await expect(page.getByRole('table', { name: t('scans:chart.title') })).toBeVisible()
      await page.getByRole('button', { name: t('scans:chart.as-chart') }).click()
      await axe(page)

      const file = async (name: string) => {
        // The menu closes as the page scrolls.
        await page.evaluate(() => window.scrollTo(0, 0))
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
        await page.getByRole('button', { name: t('scans:files'), exact: true }).click()
        const item = page.getByRole('menuitem', { name: t(`scans:${name}`), exact: true })
        const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
        return download
      }
      const download = await file('csv')
      const csv = readFileSync(await download.path(), 'utf8')
      expect(csv.match(/"yes","person"/g)).toHaveLength(4)
      expect(csv).toContain('"no","preview"')

      const report = await file('report')
      expect(report.suggestedFilename()).toMatch(/^scans-.*\.pdf$/)
      const pdf = readFileSync(await report.path())
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      await expect.poll(() => printed(page)).toEqual(wordsOf(pdf).filter(isNoTime))
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
      await expect(page.getByText(wordsOf(pdf)[1] ?? '', { exact: true })).toBeVisible()
      await page.emulateMedia({ media: null })
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))

      const [picture] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('scans:chart.picture') }).click(),
      ])
      expect(
        readFileSync(await picture.path())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
      const summary = await file('summary')
      expect(readFileSync(await summary.path(), 'utf8')).toContain(`"${t('scans:dimension.country')}"`)

      await page.getByText(t('scans:range.days', { count: 90 }), { exact: true }).click()
      await expect(page).toHaveURL(/days=90/)
      await expect(figure('scans').locator('b')).toHaveText('5')
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.getByRole('button', { name: t('scans:range.calendar') }).click()
      await axe(page)
      await page.getByRole('menuitemradio', { name: t('scans:range.last-month') }).click()
      await expect(page).toHaveURL(/period=last-month/)
      // What was chosen last is what the next visit begins with.
      await page.goto(`/dynamic-codes/${codeId}/scans?lng=${language}`)
      await expect(page.getByRole('button', { name: t('scans:range.last-month') })).toBeVisible()
      await page.getByRole('button', { name: t('scans:range.last-week'), exact: true }).click()
      await expect(page).toHaveURL(/period=last-week/)
      // Own days by keyboard: the focus is on the last day, a week before is the first.
      await page.getByText(t('scans:range.own'), { exact: true }).click()
      await page.getByRole('button', { name: '–' }).click()
      const days = page.getByRole('dialog', { name: t('scans:range.choose') })
      await expect(days.getByText(t('scans:range.first-day'))).toBeVisible()
      await expect(days.locator('td button:focus')).toBeVisible()
      await axe(page)
      await page.keyboard.press('Enter')
      await expect(days.getByText(t('scans:range.last-day'))).toBeVisible()
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await expect(days).toBeHidden()
      const chosen = new URL(page.url()).searchParams
      expect(Date.parse(chosen.get('to') ?? '') - Date.parse(chosen.get('from') ?? '')).toBe(7 * 86_400_000)

      await page.goto(`/scans?lng=${language}`)
      await expect(page.getByRole('heading', { name: t('scans:all.title') })).toBeVisible()
      await expect(figure('total').locator('b')).toHaveText('5')
      await expect(figure('total')).toContainText(t('scans:total.all'))
      // The best codes come before the chart, and their own statistics show the same days.
      await page.getByText(t('scans:range.days', { count: 7 }), { exact: true }).click()
      await expect(page.getByRole('heading', { name: t('scans:dimension.code') })).toBeVisible()
      await page.getByRole('link', { name: dynamicId }).click()
      await expect(page).toHaveURL(new RegExp(`/dynamic-codes/${codeId}/scans\\?days=7`))
    },
  )
}

test('figures that were read before the counter first told of a scan are read again', async ({
  page,
  context,
  server,
}) => {
  const dynamicId = nameOf('late')
  await enter(page, dynamicId)
  const codeId = await makeCode(page, dynamicId)
  const counter = new Promise<Route>((resolve) => void page.route('**/scans/live', resolve, { times: 1 }))
  await page.goto(`/dynamic-codes/${codeId}/scans?lng=en`)
  await expect(figureOf(page, 'total').locator('b')).toHaveText('0')

  writeJournalScans(server.dataDir, codeId, [{ at: noonBefore(2), visitor: 'a' }])
  const elsewhere = await context.newPage()
  await elsewhere.goto(`/dynamic-codes/${codeId}/scans?lng=en`)
  await expect(figureOf(elsewhere, 'total').locator('b')).toHaveText('1')
  await (await counter).continue()
  await expect(figureOf(page, 'total').locator('b')).toHaveText('1')
  await expect(figureOf(page, 'scans').locator('b')).toHaveText('1')
})

test('a code without scans says so, and a foreign code is not shown', async ({ page, consoleGuard }) => {
  consoleGuard.tolerateStatus(404)
  const dynamicId = nameOf('unscanned')
  await enter(page, dynamicId)
  const codeId = await makeCode(page, dynamicId)
  await page.goto(`/dynamic-codes/${codeId}/scans?lng=en`)
  await expect(page.getByText(en('scans:empty.title'))).toBeVisible()
  await expect(page.getByRole('link', { name: en('scans:empty.open') })).toBeVisible()
  await page.goto('/dynamic-codes/11111111-2222-4333-8444-555555555555/scans?lng=en')
  await expect(page.getByRole('alert')).toContainText(en('scans:load-error'))
})
