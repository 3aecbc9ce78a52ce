import { axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { Shop } from '../../pages/shop'

test(
  'a deleted code is in the trash, comes back as it was, and is deleted for good after a question',
  onPhonesAlone(true),
  async ({ page, server, isMobile }) => {
    const t = textsOf('ar')
    const shop = await Shop.open(page, server.appUrl, `bin-${isMobile ? 'phone' : 'desktop'}`, 'ar')
    const [menu, wifi] = [
      await shop.site('menu', { name: 'Menu' }),
      await shop.site('wifi', { name: 'Wifi' }),
    ]
    const statusOf = async ({ codeRedirect }: { codeRedirect: string }) =>
      (await fetch(`${server.codeHost}${new URL(codeRedirect).pathname}`, { redirect: 'manual' })).status
    expect(await statusOf(menu)).toBe(302)

    await page.goto('/trash?lng=ar')
    await expect(page.getByRole('heading', { name: t('trash:none') })).toBeVisible()
    await shop.call('DELETE', '/gateway/api/qrcode/user-codes', { deleted: `${menu.id},${wifi.id}` })
    await page.goto('/dynamic-codes?lng=ar')
    await page.getByRole('link', { name: t('user-codes:trash'), exact: true }).click()
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: 'Wifi' })).toContainText(t('trash:gives-way'))
    await axeInBothSchemes(page)
    await expect.poll(() => statusOf(menu)).toBe(410)

    await page.getByRole('button', { name: t('trash:restore-of', { name: 'Menu' }) }).click()
    await expect(rows).toHaveCount(1)
    await expect.poll(() => statusOf(menu)).toBe(302)
    // A press too many is taken back, and taken back again.
    await page.getByRole('button', { name: t('user-codes:undo') }).click()
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: t('trash:restore-of', { name: 'Menu' }) }).click()
    await expect(rows).toHaveCount(1)

    await page.getByRole('button', { name: t('trash:empty-trash') }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText(t('trash:purge-question.text'))
    await expect(question).not.toContainText(t('trash:purge-question.scanned'))
    await axeInBothSchemes(page)
    await question.getByRole('button', { name: t('trash:purge'), exact: true }).click()
    await expect(page.getByRole('heading', { name: t('trash:none') })).toBeVisible()
    await expect.poll(() => statusOf(wifi)).toBe(404)
    expect(await statusOf(menu)).toBe(302)
  },
)
