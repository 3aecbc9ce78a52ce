import type { Page } from '@playwright/test'
import { expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { Shop, signUp } from '../../pages/shop'

const t = textsOf('en')
const MAX_STOPS = 60

interface Stop {
  /** Its label or its text. */
  name: string
  /** Why a person could not see where the focus is; empty when all is well. */
  trouble: string
}

/** The focused element, and whether its focus is visible (WCAG 2.4.7 and 2.4.11). */
const focused = (page: Page): Promise<Stop> =>
  page.evaluate(async () => {
    // Scrolling into view and rings are done by the next frame but one.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const element = document.activeElement
    if (!element || element === document.body) return { name: '', trouble: '' }
    const labelled = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    const name = (element.getAttribute('aria-label') ?? labelled ?? element.textContent ?? '').trim()
    const box = element.getBoundingClientRect()
    // The visible part of a hidden checkbox is its sibling.
    const at = (across: number, down: number) => {
      const top = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down)
      return (
        top !== null &&
        (element.contains(top) || top.contains(element) || element.parentElement?.contains(top))
      )
    }
    const isSeen = [0.1, 0.5, 0.9].some((across) => [0.1, 0.5, 0.9].some((down) => at(across, down)))
    const hasRing = [element, element.parentElement, element.nextElementSibling].some((each) => {
      if (!each) return false
      const { boxShadow, outlineStyle, outlineWidth } = getComputedStyle(each)
      return (
        / 0px 0px 0px [2-4]px/.test(boxShadow) ||
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0)
      )
    })
    // A title that is only read aloud when its dialog opens takes no key.
    const takesKeys = element instanceof HTMLElement && element.tabIndex >= 0
    const trouble = !isSeen ? 'covered' : takesKeys && !hasRing ? 'without a ring' : ''
    return { name, trouble: trouble && `${trouble}: ${element.outerHTML.slice(0, 160)}` }
  })

/** A person without a mouse. Every place the focus comes to must show it. */
class Keyboard {
  constructor(private readonly page: Page) {}

  async press(key: string): Promise<Stop> {
    await this.page.keyboard.press(key)
    const stop = await focused(this.page)
    expect(stop.trouble).toBe('')
    return stop
  }

  /** Presses a key until something whose name begins so has the focus. */
  async goTo(name: string, key = 'Tab'): Promise<void> {
    const passed: string[] = []
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      const now = await this.press(key)
      if (now.name.startsWith(name)) return
      passed.push(now.name)
    }
    throw new Error(`${key} does not come to ${name}, but to ${passed.join(' | ')}`)
  }

  async choose(name: string, key = 'Tab'): Promise<void> {
    await this.goTo(name, key)
    await this.page.keyboard.press('Enter')
  }

  /** Tabs through a dialog once without leaving it. */
  async goRound(key = 'Tab'): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    const first = await this.press(key)
    for (let stop = 0; stop < MAX_STOPS; stop += 1) {
      await expect(dialog.locator(':focus')).toHaveCount(1)
      if ((await this.press(key)).name === first.name) return
    }
    throw new Error('The focus does not come round')
  }
}

// A ring that grows in is not there yet.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a code is made, opened, changed and put away without a mouse', async ({ page, server }) => {
  await signUp(server.appUrl, 'typist')
  const keys = new Keyboard(page)
  const dialog = page.getByRole('dialog')

  await page.goto('/login?lng=en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('textbox', { name: t('account:login'), exact: true })).toBeFocused()
  await page.keyboard.type('typist')
  await keys.press('Tab')
  await page.keyboard.type('quán phở số 7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dynamic-codes/)
  await expect(page.getByText(t('user-codes:empty'))).toBeVisible()

  await test.step('over the bar', async () => {
    await keys.choose(t('common:skip-to-content'))
    await expect(page.locator('#main')).toBeFocused()
  })

  await test.step('make a code', async () => {
    await keys.choose(t('user-codes:dynamic.create'))
    await expect(page.getByRole('heading', { name: t('choose-type:title') })).toBeVisible()
    await keys.choose(t('choose-type:qr-code.title'))
    await expect(page.getByLabel(t('content-types:field.content'))).toBeVisible()
    await keys.goTo(t('content-types:field.content'))
    await page.keyboard.type('shop.example.vn/menu')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: t('generator:status.saved') })).toBeAttached()
    await keys.choose(t('generator:view-saved'))
    await expect(dialog).toBeVisible()
  })

  const name =
    (await dialog
      .getByRole('link', { name: server.codeHost.slice('http://'.length) })
      .first()
      .textContent()) ?? ''
  const row = page.getByRole('button', { name: t('user-codes:open', { name }) })
  await test.step('close the popup, open it again, go round in it', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(row).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('link', { name: 'shop.example.vn/menu' })).toBeVisible()
    await keys.goRound()
  })

  await test.step('change where the code leads', async () => {
    await keys.choose(t('user-codes:detail.edit-target'))
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('https://shop.example.vn/summer')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(t('user-codes:edit.saved'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(row).toBeFocused()
  })

  await test.step('a menu, and from it a dialog', async () => {
    const more = t('user-codes:actions', { name })
    await keys.choose(more)
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: more })).toBeFocused()

    const remove = t('user-codes:action-of', { action: t('user-codes:delete'), name })
    await keys.choose(remove, 'Shift+Tab')
    await expect(page.getByRole('alertdialog').or(dialog)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: remove })).toBeFocused()
  })
})

for (const height of [400, 600]) {
  test(`at 200 %, ${height} px high, no bar, dock or preview covers what has the focus`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 640, height })
    await Shop.open(page, server.appUrl, `zoomer-${height}`, 'en')
    const keys = new Keyboard(page)
    const design = t('generator:colors-and-logo')
    await page.goto('/static-codes/generator?type=vcard&lng=en')
    await expect(page.getByRole('button', { name: design })).toBeVisible()
    await keys.goTo(design)
    await keys.goTo(t('common:skip-to-content'), 'Shift+Tab')
    await keys.choose(design)
    await expect(page.getByRole('dialog')).toBeVisible()
    await keys.goRound()
    await keys.goRound('Shift+Tab')
  })
}
