import { axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

test(
  'somebody takes their data along, leaves, and stays after all',
  onPhonesAlone(true),
  async ({ page, server }, { project }) => {
    const language = project.name === 'phone' ? 'ar' : 'vi'
    const t = textsOf(language)
    const shop = await Shop.open(page, server.appUrl, nameOf('leaving'), language)
    await shop.site('menu')
    await page.goto(`/account/leaving?lng=${language}`)
    await expect(page.getByRole('heading', { name: t('leaving:delete') })).toBeVisible()
    await axeInBothSchemes(page)

    await page.getByRole('button', { name: t('leaving:export.request') }).click()
    const download = page.getByRole('button', { name: t('leaving:export.download') })
    await expect(download).toBeVisible()
    // Two more may be asked for on this day.
    await expect(page.getByRole('button', { name: t('leaving:export.request') })).toBeEnabled()
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toMatch(/\.zip$/)
    expect(await file.failure()).toBeNull()

    await page.getByRole('radio', { name: t('leaving:delete.stop') }).check()
    await page.getByRole('button', { name: t('leaving:delete'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(t('leaving:planned.stop'))
    await axeInBothSchemes(page)
    await dialog.getByRole('button', { name: t('leaving:delete'), exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: t('leaving:keep') })).toHaveCount(2)
    await axeInBothSchemes(page)

    // The banner stands over every screen.
    await page.goto(`/dynamic-codes?lng=${language}`)
    await page.getByRole('button', { name: t('leaving:keep') }).click()
    await expect(page.getByText(t('leaving:kept'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('leaving:keep') })).toHaveCount(0)
  },
)
