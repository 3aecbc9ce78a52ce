import type { Locator } from '@playwright/test'
import { expect, hold, test, testWithBilling } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { enter, nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const ROWS = 11
const PHONE = { width: 390, height: 844 }

for (const language of ['vi', 'de', 'fr', 'ru', 'ar'] as const)
  test(`the head of the list is one line, its pages in view, and a selection moves nothing, in ${language}`, async ({
    page,
    server,
  }) => {
    const t = textsOf(language)
    const shop = await Shop.open(page, server.appUrl, nameOf(`measured-${language}`), language)
    for (let row = 0; row < ROWS; row++) await shop.site(`table-${row}`)
    await page.goto(`/dynamic-codes?lng=${language}`)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    const line = await title.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
    expect((await title.boundingBox())?.height).toBeLessThanOrEqual(line + 1)
    const create = await page.getByRole('link', { name: t('user-codes:dynamic.create') }).boundingBox()
    const head = await title.boundingBox()
    expect(Math.abs((create?.y ?? 0) - (head?.y ?? 0))).toBeLessThan(24)
    const pages = await page.getByRole('navigation', { name: t('common:pager.label') }).boundingBox()
    expect((pages?.y ?? 0) + (pages?.height ?? 0)).toBeLessThanOrEqual(800)

    const selectPage = page.getByRole('checkbox', { name: t('user-codes:select-page') })
    const rows = page.getByRole('row')
    for (const size of [{ width: 1280, height: 800 }, PHONE]) {
      await page.setViewportSize(size)
      await expect(rows.nth(1)).toBeVisible()
      const before = await rows.nth(1).boundingBox()
      await selectPage.check()
      await expect(page.getByRole('button', { name: t('user-codes:delete'), exact: true })).toBeVisible()
      expect(await rows.nth(1).boundingBox()).toEqual(before)
      await page.keyboard.press('Escape')
      await expect(selectPage).not.toBeChecked()
    }
  })

test('nothing lies on the corners of a code in its preview', async ({ page }) => {
  await page.goto('/dynamic-codes/generator?lng=en')
  await page.locator('input[name="content"]').fill('https://shop.example.vn')
  const code = page.locator('#preview img')
  await expect(code).toBeVisible()
  const radii = await code.evaluate((image) => {
    const found: string[] = []
    const { left, top } = image.getBoundingClientRect()
    for (let box: Element | null = image; box && box.id !== 'preview'; box = box.parentElement) {
      const at = box.getBoundingClientRect()
      if (Math.abs(at.left - left) < 4 && Math.abs(at.top - top) < 4)
        found.push(getComputedStyle(box).borderTopLeftRadius)
    }
    return found
  })
  expect(new Set(radii)).toEqual(new Set(['0px']))
})

for (const [width, height] of [
  [1280, 800],
  [1024, 640],
  [800, 600],
] as const)
  test(`the button of the form lies over nothing at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/dynamic-codes/generator?lng=en&type=wifi')
    const covered = await page.locator('#generator-form [type="submit"]').evaluate((button) => {
      const own = button.getBoundingClientRect()
      return [...document.querySelectorAll('#generator-form :is(label, input, button, h2, p)')]
        .filter((each) => each !== button && !each.contains(button))
        .filter((each) => {
          const { top, bottom, height } = each.getBoundingClientRect()
          return height > 1 && top < own.bottom && bottom > own.top
        })
        .map((each) => each.textContent)
    })
    expect(covered).toEqual([])
  })

test('the choice of a type asks once, shows all types above 800 px, and offers nothing that is not there', async ({
  page,
}) => {
  const t = textsOf('en')
  await enter(page, nameOf('asked-once'))
  await page.goto('/dynamic-codes/choose-qrcode-type?lng=en')
  const jobs = page.getByRole('navigation', { name: t('choose-type:jobs') })
  await expect(jobs).toBeVisible()
  await expect(page.getByRole('heading').filter({ hasText: '?' })).toHaveCount(1)
  const ends = await jobs
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().bottom))
  expect(Math.max(...ends)).toBeLessThanOrEqual(800)
  const promotion = page.getByRole('listitem').filter({ hasText: t('choose-type:promotion.title') })
  await expect(promotion.locator('a, button, [tabindex]')).toHaveCount(0)
})

test('a long name takes three lines of its popup on a phone, and no copy button a line of its own', async ({
  page,
  server,
}) => {
  const t = textsOf('en')
  await page.setViewportSize(PHONE)
  const shop = await Shop.open(page, server.appUrl, nameOf('long-name'), 'en')
  const name = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenpräsentation Hauptbahnhof München'
  const { id } = await shop.site('menu', { name })
  await page.goto(`/dynamic-codes?code=${id}&lng=en`)
  const popup = page.getByRole('dialog')
  const title = popup.getByRole('heading', { level: 2, name })
  const line = await title.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
  expect((await title.boundingBox())?.height).toBeLessThanOrEqual(3 * line + 1)
  const copies = popup.getByRole('button', { name: t('common:copy') })
  await expect(copies.first()).toBeVisible()
  for (const copy of await copies.all())
    expect(
      await copy.evaluate((button) => {
        const { top, bottom } = button.getBoundingClientRect()
        return [...(button.closest('dialog')?.querySelectorAll('a, b, bdi, dt, dd, p, span') ?? [])].filter(
          (beside) => {
            const box = beside.getBoundingClientRect()
            return beside.textContent !== '' && box.height > 1 && box.top < bottom && box.bottom > top
          },
        ).length
      }),
    ).toBeGreaterThan(0)
})

test('one group of the rail is open, and all groups are in view', async ({ page }) => {
  const t = textsOf('en')
  await page.goto('/dynamic-codes/generator?lng=en')
  const rail = page.getByRole('group', { name: t('generator:types'), exact: true })
  for (const group of ['contact', 'pay']) {
    await rail.locator('summary', { hasText: t(`content-types:group.${group}`) }).click()
    // A list is waited for; one element of two would be an error at once.
    await expect(rail.locator('details[open] summary')).toHaveText([t(`content-types:group.${group}`)])
    const box = await rail.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
  }
})

test('titles of cards keep their distance', async ({ page }) => {
  const t = textsOf('en')
  await enter(page, nameOf('members'))
  await page.goto('/settings/members?lng=en')
  const title = page.getByRole('heading', { name: t('workspaces:members'), exact: true })
  const line = await page
    .getByRole('region', { name: t('workspaces:members') })
    .getByRole('listitem')
    .first()
    .boundingBox()
  const head = await title.boundingBox()
  expect((line?.y ?? 0) - (head?.y ?? 0) - (head?.height ?? 0)).toBeGreaterThanOrEqual(8)
})

test('a click on a slow line is answered by the shape of the next screen', async ({ page }) => {
  const t = textsOf('en')
  await enter(page, nameOf('slow'))
  await page.goto('/dynamic-codes?lng=en')
  const create = page.getByRole('link', { name: t('user-codes:empty.create') })
  await expect(create).toBeVisible()
  const letGo = await hold(page, '**/choose-type*.js')
  await create.click()
  const shape = page.getByRole('main').getByRole('status', { name: t('common:loading') })
  await expect(shape).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: t('choose-type:title') })).toBeVisible()
  await expect(shape).toHaveCount(0)
})

test('what the server cannot answer is no fault of the connection', async ({ page, consoleGuard }) => {
  const t = textsOf('en')
  consoleGuard.tolerateStatus(500)
  await enter(page, nameOf('failing'))
  await page.route('**/gateway/api/qrcode/user-codes?*', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  )
  await page.goto('/dynamic-codes?lng=en')
  await expect(page.getByText(t('common:load-error.server'))).toBeVisible()
  await expect(page.getByText(t('common:load-error.text'))).toHaveCount(0)
})

testWithBilling(
  'a choice of one among a few has one look, on every screen of the house',
  async ({ page, server }) => {
    const shop = await Shop.openAdmin(page, server, 'en')
    const { id } = await shop.site('choices')
    const SCREENS = [
      '/dynamic-codes',
      `/dynamic-codes/${id}/rules`,
      '/admin/billing',
      '/admin/reports',
      '/payment/transactions',
      '/settings/members',
    ]
    /** On these one is there from the start. */
    const WITH_CHOICE = ['/admin/reports', '/settings/members']
    for (const screen of SCREENS) {
      await page.goto(`${screen}?lng=en`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy]')).toHaveCount(0)
      const choices = page.locator('main select')
      if (WITH_CHOICE.includes(screen)) await expect(choices.first()).toBeVisible()
      const looks = await choices.evaluateAll((selects) =>
        selects.map((select) => ({
          arrow: getComputedStyle(select).appearance,
          chevrons: select.parentElement?.querySelectorAll(':scope > svg').length,
        })),
      )
      expect(looks, screen).toEqual(looks.map(() => ({ arrow: 'none', chevrons: 1 })))
    }
  },
)

test('the assistant covers nothing that can be pressed beside it, nor does its button, at any width', async ({
  page,
  server,
}) => {
  const t = textsOf('en')
  const shop = await Shop.open(page, server.appUrl, nameOf('beside'), 'en')
  for (let row = 0; row < ROWS; row++) await shop.site(`table-${row}`)
  const button = page.getByRole('button', { name: t('chat:open') })
  const panel = page.getByRole('dialog', { name: t('chat:title') })
  /** What could come to lie under a box as the page is scrolled: all that is in its columns of the page. */
  const under = (box: Locator) =>
    box.evaluate((own) => {
      const { left, right, top, bottom } = own.getBoundingClientRect()
      return [...document.querySelectorAll(':is(header, main) :is(a, button, input, select, textarea)')]
        .filter((each) => !own.contains(each) && each.checkVisibility())
        .filter((each) => {
          const box = each.getBoundingClientRect()
          const isInBar = each.closest('header') !== null
          const isBeside = box.right <= left || box.left >= right
          return box.width > 1 && !isBeside && (!isInBar || (box.bottom > top && box.top < bottom))
        })
        .map((each) => each.getAttribute('aria-label') ?? each.textContent)
    })
  for (const screen of ['/dynamic-codes', '/dynamic-codes/generator?type=wifi', '/dynamic-codes/many']) {
    for (const width of [390, 800, 1024, 1263, 1264, 1280, 1391, 1392, 1440, 1920]) {
      const place = `${screen}, ${width} px`
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${screen}${screen.includes('?') ? '&' : '?'}lng=en`)
      await expect(button, place).toBeVisible()
      // In the bar it lies over what is scrolled, as the whole bar does.
      if (await button.evaluate((own) => own.closest('header') === null))
        expect(await under(button), place).toEqual([])
      await button.click()
      await expect(panel).toBeVisible()
      // Under a sheet nothing can be pressed, and a press beside it closes it.
      const isSheet = await panel.evaluate((own) => own.matches(':modal'))
      if (!isSheet) expect(await under(panel), place).toEqual([])
      const isWide = () => document.documentElement.scrollWidth > innerWidth
      expect(await page.evaluate(isWide), place).toBe(false)
      if (isSheet && width > PHONE.width) await page.mouse.click(20, 400)
      else await panel.getByRole('button', { name: t('common:close') }).click()
      await expect(panel).toBeHidden()
    }
  }
  // The sheet of a window that grows makes room for the page, too.
  await page.setViewportSize({ width: 1280, height: 800 })
  await button.click()
  await expect(panel).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 800 })
  await expect.poll(() => under(panel)).toEqual([])
})

test('links of an empty list have room and lie on one line with what is beside them', async ({ page }) => {
  const t = textsOf('en')
  await enter(page, nameOf('nothing-yet'))
  for (const size of [{ width: 1280, height: 800 }, PHONE]) {
    await page.setViewportSize(size)
    await page.goto('/dynamic-codes?lng=en')
    const notes = page.getByText('PNG, SVG')
    await expect(notes).toBeVisible()
    const edge = await notes.evaluate((note) => note.getBoundingClientRect().bottom)
    const names = [t('user-codes:empty.move-in'), t('user-codes:trash'), t('common:help.how')]
    const middles: number[] = []
    for (const name of names) {
      const link = await page.getByRole('main').getByRole('link', { name }).boundingBox()
      const { y = 0, height = 0 } = link ?? {}
      expect(height, name).toBeGreaterThanOrEqual(24)
      expect(y + height / 2 - edge, name).toBeGreaterThanOrEqual(24)
      middles.push(y + height / 2)
    }
    const [first = 0] = middles
    const inLine = middles.filter((middle) => Math.abs(middle - first) < 16)
    expect(inLine).toEqual(inLine.map(() => first))
  }
})
