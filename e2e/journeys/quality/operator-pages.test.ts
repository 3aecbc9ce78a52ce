import type { Page } from '@playwright/test'
import { test } from '../../harness/gateways'
import { expect } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const LANGUAGES = ['vi', 'en', 'de'] as const
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]
const VIEWS = ['transfers', 'receipts', 'notices', 'reconciliations', 'checks', 'audit']
/** Longer ones, as of an address, may be broken anywhere. */
const WORD = 24
/** Narrower than this, a text in more lines than these is a column of single words. */
const COLUMN = { width: 150, lines: 4 }

/** What has too little room: words in pieces, texts of one word a line, short buttons in two lines, buttons on each other, a page or table to scroll sideways. */
const squeezed = (page: Page) =>
  page.evaluate(
    ({ longest, column }) => {
      const found: string[] = []
      const main = document.querySelector('main') as HTMLElement
      if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
      for (const box of main.querySelectorAll('*'))
        if (
          getComputedStyle(box).overflowX === 'auto' &&
          box.scrollWidth > box.clientWidth + 1 &&
          // Sections and views are a line to swipe along.
          box.closest('nav') === null
        )
          found.push(`scrolls sideways: ${box.className}`)
      const range = document.createRange()
      const linesOf = (node: Text, from: number, to: number) => {
        range.setStart(node, from)
        range.setEnd(node, to)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      }
      const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const node = texts.currentNode as Text
        const parent = node.parentElement as HTMLElement
        if (!parent.checkVisibility() || parent.closest('.visually-hidden, iframe, pre') !== null) continue
        // On a phone the names of columns stand in the cells.
        if ((parent.closest('thead')?.clientWidth ?? 2) <= 1) continue
        for (const { 0: word, index } of node.data.matchAll(/[^\s\-/·…]+/g))
          if (word.length <= longest && linesOf(node, index, index + word.length) > 1)
            found.push(`in pieces: ${word}`)
        const block = parent.closest('p, li, td, th, dt, dd, div, button, a, label')
        const lines = linesOf(node, 0, node.length)
        if (parent.closest('button') !== null && node.length <= longest && lines > 1)
          found.push(`a button in ${lines} lines: ${node.data}`)
        if (block && block.getBoundingClientRect().width < column.width && lines >= column.lines)
          found.push(`${lines} lines: ${node.data}`)
      }
      const presses = [...main.querySelectorAll<HTMLElement>('a, button, select, input:not([type="hidden"])')]
        .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden'))
        .filter((each) => !each.matches('.visually-hidden'))
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height > 1)
      for (const [place, { each, box }] of presses.entries())
        for (const other of presses.slice(place + 1)) {
          if (each.contains(other.each) || other.each.contains(each)) continue
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
          if (across > 1 && down > 1)
            found.push(
              `on each other: ${each.textContent || each.id}, ${other.each.textContent || other.each.id}`,
            )
        }
      return [...new Set(found)]
    },
    { longest: WORD, column: COLUMN },
  )

test('pages of operators squeeze nothing', async ({ page, browser, server, gateways }) => {
  const owner = await browser.newPage()
  const name = nameOf('tiem-banh')
  const shop = await Shop.open(owner, server.appUrl, name, 'en')
  await shop.site('menu', { name: 'Thực đơn mùa hè' })
  for (const amount of [1_250_000, 99_000])
    await shop.call('POST', '/gateway/api/billing/transactions', { amount, paymentType: 'bank-transfer' })
  const [, paid] = await shop.transactions()
  await gateways.sepay.deliver({ amount: 1_250_000, content: `MBVCB.9874563210 ${paid?.id} chuyen tien` })
  await gateways.sepay.deliver({
    amount: 12_345_000,
    content: 'MBVCB.9874563210.TRAN THI NGOC ANH chuyen tien goi co ban thang 11 cho quan',
    reference: 'FT26333000123',
  })
  await owner.close()

  await Shop.openAdmin(page, server, 'en')
  await page.goto(`/admin/users?lng=en&q=${name}`)
  const person = page.getByRole('link', { name: textsOf('en')('users-admin:manage.of', { name }) })
  const address = (await person.getAttribute('href')) ?? ''
  const screens = [
    '/admin/users',
    address.split('?')[0] ?? '',
    ...VIEWS.map((view) => `/admin/billing?view=${view}&state=all`),
    '/admin/reports',
    '/admin/status',
    '/admin/site-settings',
  ]
  const found: Record<string, string[]> = {}
  for (const screen of screens)
    for (const language of LANGUAGES) {
      await page.goto(`${screen}${screen.includes('?') ? '&' : '?'}lng=${language}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy]')).toHaveCount(0)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        const here = await squeezed(page)
        if (here.length > 0) found[`${screen} in ${language}, ${size.width} px`] = here
      }
    }
  expect(found).toEqual({})
})
