import type { Page } from '@playwright/test'
import { axe, expect, onPhones, onPhonesAlone, test } from '../../harness/test'
import { IS_NIGHTLY, textsOf, walkedIn } from '../../harness/texts'
import { actOnMany } from '../../pages/many-codes'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const rows = (page: Page) => page.locator('tbody tr')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })

for (const language of walkedIn('vi', 'en')) {
  test(
    `codes are paged, found, narrowed and ordered, all of it in the address, in ${language}`,
    onPhones(language === 'vi'),
    async ({ page, server }) => {
      const t = textsOf(language)
      const shop = await Shop.open(page, server.appUrl, nameOf(`finder-${language}`), language)
      for (let number = 1; number <= 10; number += 1) await shop.site(`page-${number}`)
      await shop.site('pho', { name: 'Thực đơn bàn 7', tags: ['tết'] })
      await shop.add({ contentType: 'VCard', content: { content: 'https://card.example.vn/an' } })
      await page.goto(`/dynamic-codes?lng=${language}`)
      await expect(rows(page)).toHaveCount(10)
      await expect(page.getByText(t('user-codes:range', { from: 1, to: 10, count: 12 }))).toBeVisible()
      // A drawing is sharp on every screen, and small: a phone decodes ten whole pictures to forty megabytes.
      await expect(rows(page).locator('img').first()).toHaveAttribute('src', /\.svg\?.*size=300/)
      await expect(rows(page).locator('img').first()).toHaveJSProperty('naturalWidth', 300)
      await axe(page)

      await page.getByRole('button', { name: t('common:pager.page', { page: '2' }) }).click()
      await expect(page).toHaveURL(/page=2/)
      await expect(rows(page)).toHaveCount(2)
      await page.goBack()
      await expect(rows(page)).toHaveCount(10)

      await page.getByLabel(t('user-codes:page-size')).selectOption('25')
      await expect(page).toHaveURL(/limit=25/)
      await expect(rows(page)).toHaveCount(12)
      await page.goBack()
      await expect(rows(page)).toHaveCount(10)

      const search = page.getByRole('textbox', { name: t('user-codes:search') })
      await search.fill('thuc don ban 7')
      await expect(page).toHaveURL(/q=thuc/)
      await expect(rows(page)).toHaveCount(1)
      await expect(row(page, 'Thực đơn bàn 7')).toContainText('shop.example.vn/pho')
      await page.reload()
      await expect(rows(page)).toHaveCount(1)
      await expect(search).toHaveValue('thuc don ban 7')
      await page.goBack()
      await expect(search).toHaveValue('')
      await expect(rows(page)).toHaveCount(10)

      await search.fill('không có gì như thế')
      await expect(page.getByRole('heading', { name: t('user-codes:no-match') })).toBeVisible()
      await axe(page)
      await page.getByRole('button', { name: t('user-codes:filter.clear') }).click()
      await expect(rows(page)).toHaveCount(10)

      const filter = page.getByRole('button', { name: t('user-codes:filter') })
      await filter.click()
      const panel = page.getByRole('dialog', { name: t('user-codes:filter') })
      await panel.getByLabel(t('user-codes:column.type')).selectOption('VCard')
      await expect(page).toHaveURL(/contentType=VCard/)
      await expect(rows(page)).toHaveCount(1)
      await axe(page)
      await panel.getByLabel(t('user-codes:column.type')).selectOption('')
      await panel.getByLabel(t('user-codes:tag')).selectOption('tết')
      await expect(rows(page)).toHaveText([/Thực đơn bàn 7/])
      await panel.getByRole('button', { name: t('user-codes:filter.clear') }).click()
      await panel.getByLabel(t('user-codes:sort')).selectOption('createdAt')
      await expect(page).toHaveURL(/sort=createdAt/)
      await expect(rows(page).first()).toContainText('shop.example.vn/page-1')
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(filter).toBeFocused()
    },
  )
}

test(
  'a code is paused, copied and deleted, a delete is taken back, and the other tab follows',
  onPhones(IS_NIGHTLY),
  async ({ page, context, server, isMobile }) => {
    const t = textsOf('en')
    const shop = await Shop.open(page, server.appUrl, nameOf('keeper'), 'en')
    await shop.site('menu', { name: 'Menu' })
    await page.goto('/dynamic-codes?lng=en')
    const other = await context.newPage()
    await other.goto('/dynamic-codes?lng=en')
    await expect(rows(other)).toHaveCount(1)
    // A browser draws a tab in the background once a second.
    await page.bringToFront()

    const act = async (name: string) => {
      await row(page, 'Menu')
        .first()
        .getByRole('button', { name: t('user-codes:actions', { name: 'Menu' }) })
        .click()
      await page.getByRole('menuitem', { name: t(`user-codes:${name}`), exact: true }).click()
    }
    await act('pause')
    await expect(row(page, t('user-codes:paused'))).toHaveCount(1)
    await expect(row(other, t('user-codes:paused'))).toHaveCount(1)
    await act('resume')
    await expect(row(page, t('user-codes:paused'))).toHaveCount(0)

    await act('duplicate')
    await expect(page.getByText(t('user-codes:duplicated'))).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(other)).toHaveCount(2)

    await page.getByRole('checkbox', { name: t('user-codes:select-page') }).check()
    await axe(page)
    await actOnMany(page, 'user-codes:delete')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('user-codes:delete-selected', { count: 2 }) })
      .click()
    await expect(page.getByText(t('user-codes:empty'), { exact: true })).toBeVisible()
    await expect(other.getByText(t('user-codes:empty'), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: t('user-codes:undo') }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(other)).toHaveCount(2)

    if (isMobile) await act('delete')
    else
      await row(page, 'Menu')
        .first()
        .getByRole('button', { name: /^Delete / })
        .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:cancel') })
      .click()
    await expect(rows(page)).toHaveCount(2)
  },
)

test(
  'all codes of a list are selected, paused, found by their state and deleted',
  onPhonesAlone(true),
  async ({ page, server }) => {
    const t = textsOf('en')
    const shop = await Shop.open(page, server.appUrl, nameOf('manager'), 'en')
    for (let number = 1; number <= 12; number += 1)
      await shop.site(`many-${number}`, { name: `Code ${number}` })
    await page.goto('/dynamic-codes?lng=en')
    await expect(rows(page)).toHaveCount(10)
    const selectAll = async () => {
      await page.getByRole('checkbox', { name: t('user-codes:select-page') }).check()
      await page.getByRole('button', { name: t('user-codes:select-all', { total: 12 }) }).click()
      await expect(page.getByText(t('user-codes:selected-matching', { total: 12 }))).toBeVisible()
    }
    await selectAll()
    await page.keyboard.press('Escape')
    await expect(page.getByText(t('user-codes:selected-matching', { total: 12 }))).toHaveCount(0)
    await selectAll()
    await axe(page)
    await actOnMany(page, 'user-codes:pause')
    await expect(page.getByText(t('bulk:done.pause', { total: 12 }))).toBeVisible()

    const filter = page.getByRole('button', { name: t('user-codes:filter') })
    await filter.click()
    const panel = page.getByRole('dialog', { name: t('user-codes:filter') })
    await panel.getByLabel(t('user-codes:detail.state')).selectOption('active')
    await expect(page.getByRole('heading', { name: t('user-codes:no-match') })).toBeVisible()
    await panel.getByLabel(t('user-codes:detail.state')).selectOption('paused')
    await expect(rows(page)).toHaveCount(10)
    await page.keyboard.press('Escape')

    await selectAll()
    await actOnMany(page, 'user-codes:delete')
    const question = page.getByRole('dialog')
    await expect(question.getByText('Code 12', { exact: true })).toBeVisible()
    await expect(question.getByText(t('user-codes:delete-more', { total: 7 }))).toBeVisible()
    await axe(page)
    await question.getByRole('button', { name: t('user-codes:delete-selected', { count: 12 }) }).click()
    await expect(page.getByText(t('bulk:done.delete', { total: 12 }))).toBeVisible()
    // The pause before can be taken back, too.
    await page
      .getByRole('button', { name: t('user-codes:undo'), exact: true })
      .last()
      .click()
    await expect(rows(page)).toHaveCount(10)
  },
)

test('a list that takes its time keeps its place, and then gives a sign of life', async ({
  page,
  server,
}) => {
  const t = textsOf('ar')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const shop = await Shop.open(page, server.appUrl, nameOf('patient'), 'ar')
  await shop.site('one', { name: 'One' })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/user-codes\?/, async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/dynamic-codes?lng=ar')
  const skeleton = page.getByRole('status', { name: t('common:loading') })
  await expect(skeleton).toBeVisible()
  await expect(skeleton).toHaveAttribute('data-shimmers')
  await expect(skeleton).toHaveCSS('animation-name', /shimmer/)
  await expect(skeleton).toBeVisible()
  answer()
  await expect(rows(page)).toHaveCount(1)
})

test('lists that fail say so, keep what was there, and are loaded again by "Refresh"', async ({
  page,
  server,
  consoleGuard,
}) => {
  consoleGuard.tolerateStatus(503)
  const t = textsOf('en')
  const shop = await Shop.openAdmin(page, server, 'en')
  for (let number = 1; number <= 11; number += 1) await shop.site(`kept-${number}`)
  const calls = /\/gateway\/api\/|\/identity\/users\?/
  const fail = () => page.route(calls, (route) => route.fulfill({ status: 503 }))
  const refresh = () =>
    page
      .getByRole('main')
      .getByRole('button', { name: t('common:refresh') })
      .first()
      .click()
  const failed = page.getByRole('main').getByRole('alert').first()

  await page.goto('/dynamic-codes?lng=en')
  await expect(rows(page)).toHaveCount(10)
  await fail()
  await page.getByRole('button', { name: t('common:pager.page', { page: '2' }) }).click()
  await expect(failed).toContainText(t('common:load-error.kept'))
  await expect(rows(page)).toHaveCount(10)
  await axe(page)
  await page.unroute(calls)
  await refresh()
  await expect(rows(page)).toHaveCount(1)

  for (const [path, title] of [
    ['/dynamic-codes', t('user-codes:load-error')],
    ['/static-codes', t('user-codes:load-error')],
    ['/settings/domain', t('common:load-error.title')],
    ['/admin/users', t('common:load-error.title')],
    ['/admin/reports', t('common:load-error.title')],
  ] as const) {
    await fail()
    await page.goto(`${path}?lng=en`)
    await expect(failed, path).toContainText(title)
    await page.unroute(calls)
    await refresh()
    await expect(failed, path).toHaveCount(0)
  }
})

test('an address with unknown values shows the list without them, in the colours of the account menu', async ({
  page,
  server,
  consoleGuard,
}) => {
  consoleGuard.tolerateStatus(422)
  const t = textsOf('en')
  const shop = await Shop.open(page, server.appUrl, nameOf('wanderer'), 'en')
  await shop.site('one')
  await page.goto('/dynamic-codes?lng=en&sort=colour&state=broken&contentType=Poem&page=-1&limit=x')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).not.toHaveURL(/colour|broken|Poem/)

  const accountMenu = page.getByRole('button', { name: t('account:profile.open', { name: '' }).trim() })
  const scheme = page.locator('html')
  await expect(scheme).toHaveAttribute('data-color-scheme', 'light')
  await accountMenu.click()
  await page.getByText(t('account:scheme.dark'), { exact: true }).click()
  await expect(scheme).toHaveAttribute('data-color-scheme', 'dark')
  await axe(page)
  await page.reload()
  await expect(scheme).toHaveAttribute('data-color-scheme', 'dark')
  await accountMenu.click()
  await page.getByText(t('account:scheme.system'), { exact: true }).click()
  await expect(scheme).toHaveAttribute('data-color-scheme', 'light')
})

test('the list is worked with the keyboard alone', async ({ page, server }) => {
  const t = textsOf('en')
  const shop = await Shop.open(page, server.appUrl, nameOf('typist'), 'en')
  await shop.site('one', { name: 'One' })
  await shop.site('two', { name: 'Two', dynamicId: nameOf('second') })
  await page.goto('/dynamic-codes?lng=en')
  await expect(rows(page)).toHaveCount(2)

  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: t('user-codes:search') })).toBeFocused()
  await page.keyboard.type('one')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(2)

  const open = (name: string) => page.getByRole('button', { name: t('user-codes:open', { name }) })
  await open('Two').focus()
  await page.keyboard.press('ArrowDown')
  await expect(open('One')).toBeFocused()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog')
  await expect(popup).toBeVisible()
  await expect(page).toHaveURL(/code=/)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(open('One')).toBeFocused()

  await page.keyboard.press('Delete')
  await expect(popup).toContainText(t('user-codes:delete-confirm.title', { count: 1 }))
  await page.keyboard.press('Escape')
  await expect(open('One')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(popup.getByRole('button', { name: t('common:cancel') })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)

  const more = page.getByRole('button', { name: t('user-codes:actions', { name: 'Two' }) })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})

test('a frame that comes late takes the focus from nobody', async ({ page, server }) => {
  const t = textsOf('en')
  const shop = await Shop.open(page, server.appUrl, nameOf('late-frame'), 'en')
  await shop.site('one', { name: 'One' })
  await page.goto('/dynamic-codes?lng=en')
  const one = page.getByRole('button', { name: t('user-codes:open', { name: 'One' }) })
  await one.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'One' })).toBeVisible()

  const showFrame = await page.evaluateHandle(() => {
    const late: FrameRequestCallback[] = []
    window.requestAnimationFrame = (callback) => late.push(callback)
    return () => {
      for (const callback of late.splice(0)) callback(performance.now())
    }
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(one).toBeFocused()
  await page.keyboard.press('Delete')
  const cancel = dialog.getByRole('button', { name: t('common:cancel') })
  await expect(cancel).toBeFocused()
  await showFrame.evaluate((show) => show())
  await expect(cancel).toBeFocused()
})
