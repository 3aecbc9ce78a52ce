import type { Page } from '@playwright/test'
import { axe, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

test(
  'from an empty list to the help: a page, a search without accents, another language',
  onPhonesAlone(true),
  async ({ page, server, context }) => {
    const t = textsOf('vi')
    await Shop.open(page, server.appUrl, nameOf('help'), 'vi')
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: t('common:help.how') }).click()
    const help = await opened
    await expect(help).toHaveURL(/\/help\/first-code\?lng=vi/)
    await expect(help.getByRole('heading', { level: 1 })).toHaveText('Tạo mã QR đầu tiên')
    await axeAsPainted(help)

    await help
      .getByRole('link', { name: t('help:title') })
      .first()
      .click()
    await help.getByRole('searchbox', { name: t('help:search') }).fill('xoa nham ma')
    await help.keyboard.press('Enter')
    await expect(help.getByRole('heading', { level: 2 }).first()).toHaveText(
      t('help:results', { question: 'xoa nham ma' }),
    )
    await axeAsPainted(help)
    const answer = help.getByRole('link', { name: 'Tôi xoá nhầm mã' })
    await answer.click()
    await expect(help.getByRole('heading', { name: 'Tôi xoá nhầm mã' })).toBeInViewport()

    await help.getByLabel(t('common:language.choose', { language: 'Tiếng Việt' })).click()
    await help.getByRole('link', { name: 'العربية' }).click()
    await expect(help.locator('html')).toHaveAttribute('dir', 'rtl')
    // In the letters of the product, like every screen.
    const loaded = () =>
      help.evaluate(() => {
        const families = new Set<string>()
        document.fonts.forEach(({ family, status }) => {
          if (status === 'loaded') families.add(family)
        })
        return [...families].map((family) => family.replaceAll('"', '')).sort()
      })
    await expect.poll(loaded).toEqual(expect.arrayContaining(['Inter Variable', 'Noto Sans Variable']))
    await expect(help).toHaveURL(/account-and-safety\?lng=ar/)
    await axeAsPainted(help)
    const widths = await help.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths[0]).toBe(widths[1])
  },
)

/** These pages only follow the system. */
async function axeAsPainted(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await axe(page)
  }
}
