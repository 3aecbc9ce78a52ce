import { bytesOf } from '../../harness/image-pixels'
import { axe, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { GeneratorPage } from '../../pages/generator-page'
import { enter, nameOf } from '../../pages/people'

test(
  'a new code is in view on the phone, and its file in reach of the thumb',
  onPhonesAlone(true),
  async ({ page }) => {
    const t = textsOf('vi')
    const generator = new GeneratorPage(page, t)
    await enter(page, nameOf('phone'))
    await page.goto('/dynamic-codes/generator?lng=vi')
    await generator.fill({ content: 'https://shop.example.vn/menu' })
    await generator.create()
    const dock = page.locator('[data-dock]')
    const download = dock.getByRole('button', { name: t('generator:dock.download') })
    await expect(download).toBeVisible()
    await expect(dock).not.toContainText(t('generator:saved'))
    const code = page.getByRole('img', { name: t('generator:preview.image') })
    await expect(code).toBeInViewport({ ratio: 1 })
    const top = (await dock.boundingBox())?.y ?? 0
    const box = await code.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top)
    await axe(page)
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect((await bytesOf(file)).subarray(1, 4).toString()).toBe('PNG')

    // What is changed is saved first.
    await generator.fill({ content: 'https://shop.example.vn/tea' })
    await expect(dock.getByRole('button', { name: t('generator:save-changes') })).toBeVisible()
    await dock.getByRole('button', { name: t('generator:save-changes') }).click()
    await expect(download).toBeVisible()
  },
)

test('a payee is checked before the phone takes the file', onPhonesAlone(true), async ({ page }) => {
  const t = textsOf('vi')
  const generator = new GeneratorPage(page, t)
  await enter(page, nameOf('payee'))
  await page.goto('/dynamic-codes/generator?type=vietqr&lng=vi')
  await generator.fill({ bank: 'Vietcombank', number: '0123456789', accountName: 'Cà phê Lá' })
  await generator.create()
  await generator.save()
  const dock = page.locator('[data-dock]')
  // exact: while the mini preview is tested, its own name contains these words
  await dock.getByRole('button', { name: t('generator:dock.check'), exact: true }).click()
  await expect(generator.preview.getByRole('checkbox')).toBeInViewport()
  await generator.confirmPayee()
  await expect(dock.getByRole('button', { name: t('generator:dock.download') })).toBeVisible()
})

for (const width of [320, 390, 768, 1024, 1280, 1600])
  test(`the assistant lies on nothing at ${width} px`, async ({ page }) => {
    const t = textsOf('de')
    await enter(page, nameOf(`assistant-${width}`))
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dynamic-codes?lng=de')
    const button = page.getByRole('button', { name: t('chat:open') })
    const box = await button.boundingBox()
    const main = await page.getByRole('main').boundingBox()
    const bar = await page.getByRole('banner').boundingBox()
    if (!box || !main || !bar) throw new Error('not on screen')
    const isInBar = box.y >= bar.y && box.y + box.height <= bar.y + bar.height
    expect(isInBar || box.x >= main.x + main.width).toBe(true)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (width < 1560) return
    await button.click()
    const panel = await page.getByRole('dialog', { name: t('chat:title') }).boundingBox()
    const aside = await page.getByRole('main').boundingBox()
    expect((aside?.x ?? 0) + (aside?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0)
  })
