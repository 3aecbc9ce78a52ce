import type { Page } from '@playwright/test'
import { plainPathsOf, SCREENS } from '@scanleaf/shared'
import { expect, hold, test, testWithBilling } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { actOnMany } from '../../pages/many-codes'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const t = textsOf('en')
const PHONE = { width: 390, height: 844 }
/** From a hint to the label after it, and at most from a field to its hint. */
const DISTANCES = { next: 12, own: 14 }

/** Hints that are too near to the next label, or too far from their field. */
const misplacedHints = (page: Page) =>
  page.evaluate(({ next, own }) => {
    const boxesOf = (element: Element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const boxes: DOMRect[] = []
      while (words.nextNode()) {
        range.selectNodeContents(words.currentNode)
        boxes.push(...range.getClientRects())
      }
      return boxes.filter(({ width, height }) => width > 1 && height > 1)
    }
    const labels = [...document.querySelectorAll('main :is(label, legend)')].flatMap(boxesOf)
    const found: string[] = []
    for (const field of document.querySelectorAll(
      'main :is(input:not([type="radio"]), select, textarea)[aria-describedby]',
    )) {
      const { bottom: end } = field.getBoundingClientRect()
      const hints = (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => `#${CSS.escape(id)}`)
      for (const hint of document.querySelectorAll(hints.join())) {
        const boxes = boxesOf(hint)
        const top = Math.min(...boxes.map((box) => box.top))
        const bottom = Math.max(...boxes.map((box) => box.bottom))
        const [left, right] = [boxes[0]?.left ?? 0, boxes[0]?.right ?? 0]
        // What stands at the end of the label’s line is none, nor what only readers hear.
        if (boxes.length === 0 || top < end - 1) continue
        const below = labels.filter((box) => box.top >= bottom - 1 && box.left < right && box.right > left)
        const distance = Math.min(...below.map((box) => box.top)) - bottom
        if (distance < next || top - end > own)
          found.push(`${hint.textContent}: ${top - end} below its field, ${distance} above the next label`)
      }
    }
    return found
  }, DISTANCES)

test('a hint belongs to its field, on every form', async ({ page, server }) => {
  await Shop.openAdmin(page, server, 'en')
  const generator = (type: string) => `/dynamic-codes/generator?type=${type}`
  const screens = [
    ...['website', 'wifi', 'vietqr', 'event', 'chat', 'pdf', 'sms'].map(generator),
    ...['/dynamic-codes/many', '/account/profile', '/settings/domain', '/admin/site-settings'],
  ]
  for (const screen of screens) {
    await page.goto(`${screen}${screen.includes('?') ? '&' : '?'}lng=en`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    for (const size of [{ width: 1280, height: 800 }, PHONE]) {
      await page.setViewportSize(size)
      expect(await misplacedHints(page), `${screen}, ${size.width} px`).toEqual([])
    }
  }
})

test('an error takes the place of a hint, and moves nothing', async ({ page }) => {
  await page.goto('/dynamic-codes/generator?type=wifi&lng=en')
  const end = page.locator('#generator-form hr')
  const place = () => end.evaluate((rule) => (rule as HTMLElement).offsetTop)
  const before = await place()
  await page.getByRole('button', { name: t('generator:generate') }).click()
  await expect(page.locator('#generator-form [role="alert"]')).toHaveCount(2)
  expect(await place()).toBe(before)
  expect(await misplacedHints(page)).toEqual([])
})

const dialogHeight = async (page: Page): Promise<number> =>
  page
    .locator('dialog[open]:not([data-covered]) > [tabindex]')
    .evaluate((box) => box.getBoundingClientRect().height)

for (const size of [{ width: 1280, height: 800 }, PHONE])
  test(`no choice in a dialog changes its height at ${size.width} px`, async ({ page, server }) => {
    const shop = await Shop.open(page, server.appUrl, nameOf(`steady-${size.width}`), 'en')
    const { id } = await shop.site('menu')
    await page.setViewportSize(size)

    await page.goto(`/dynamic-codes?code=${id}&lng=en`)
    const formats = page.getByRole('group', { name: t('user-codes:detail.format') })
    await expect(page.getByText(/ px/)).toBeVisible()
    const popup = await dialogHeight(page)
    for (const format of ['SVG', 'PDF', 'EPS', 'PNG']) {
      await formats.getByText(format, { exact: true }).click()
      expect(await dialogHeight(page), format).toBe(popup)
    }

    await page.getByRole('button', { name: t('user-codes:detail.design') }).click()
    const tabs = page.getByRole('tab')
    await expect(tabs).toHaveCount(4)
    const design = await dialogHeight(page)
    for (const tab of await tabs.all()) {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      expect(await dialogHeight(page), (await tab.textContent()) ?? '').toBe(design)
    }

    await page.goto('/dynamic-codes?lng=en')
    await page.getByRole('checkbox', { name: t('user-codes:select-page') }).check()
    await actOnMany(page, 'bulk:action.target')
    const way = page.getByRole('group', { name: t('bulk:retarget.way') })
    const retarget = await dialogHeight(page)
    for (const name of ['bulk:retarget.address', 'bulk:retarget.replace']) {
      await way.getByText(t(name), { exact: true }).click()
      expect(await dialogHeight(page), name).toBe(retarget)
    }
  })

testWithBilling('titles begin at one edge', async ({ page, server }) => {
  await Shop.openAdmin(page, server, 'en')
  const screens = plainPathsOf(
    SCREENS.filter((screen) => screen.access === 'session' && !('isPassage' in screen)),
  )
  for (const screen of screens) {
    await page.goto(`${screen}${screen.includes('?') ? '&' : '?'}lng=en`)
    // The frame of a screen that is on its way has a title, too, which the screen's own takes the place of.
    const edge = () =>
      page
        .getByRole('heading', { level: 1 })
        .evaluate((heading) => (heading.closest('.row') ?? heading).getBoundingClientRect().left)
    await expect.poll(edge, screen).toBe(80)
    // One disclosure, ui/disclosure.
    await expect(page.locator('details:not([data-look])'), screen).toHaveCount(0)
  }
})

test('a banner that was there before pushes nothing when it comes again', async ({ page, server }) => {
  const shop = await Shop.open(page, server.appUrl, nameOf('pushed'), 'en')
  const { codeRedirect } = await shop.site('menu', { name: 'Menu' })
  const form = `${codeRedirect}+report`
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await (await fetch(form)).text()) ?? []
  const body = new URLSearchParams({ reason: 'phishing', token })
  const sent = await fetch(form, { method: 'POST', body, headers: { origin: server.codeHost } })
  expect(sent.status).toBe(200)

  const banner = page.getByRole('status').filter({ hasText: 'Menu' })
  const title = page.getByRole('heading', { level: 1, name: t('settings:title') })
  const place = async () => (await title.boundingBox())?.y
  await page.goto('/settings/members?lng=en')
  await expect(banner).toBeVisible()
  const letGo = await hold(page, '**/gateway/api/qrcode/code-reports')
  await page.reload()
  await expect(title).toBeVisible()
  await expect(banner).toHaveCount(0)
  const before = await place()
  letGo()
  await expect(banner).toBeVisible()
  expect(await place()).toBe(before)
})
