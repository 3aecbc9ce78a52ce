import { expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { Shop } from '../../pages/shop'

const FILE = [
  'link,long_url,title,created_at,archived,tags,custom_bitlinks',
  'https://bit.ly/3aB,https://quanlan.vn/thuc-don,Menu,2022-07-01T02:03:04+0000,false,,https://go.quanlan.vn/menu',
  'https://bit.ly/3aD,https://quanlan.vn/to-roi,Flyer,2022-07-01T02:03:04+0000,true,,',
  'https://bit.ly/3aE,market://details?id=vn.quanlan,App,2022-07-01T02:03:04+0000,false,,https://go.quanlan.vn/app',
].join('\n')

for (const language of ['km', 'lo', 'my', 'hi', 'ar'] as const) {
  test(`pictures ${language}`, { tag: ['@phone', '@phone-alone'] }, async ({ page, server, consoleGuard }) => {
    consoleGuard.tolerateStatus(422)
    const t = textsOf(language)
    const shot = (name: string) => page.screenshot({ path: `/tmp/words/pics/${language}-${name}.png`, fullPage: true })
    await Shop.open(page, server.appUrl, `pics-${language}`, language)
    await page.goto(`/dynamic-codes/many?lng=${language}`)
    await page.getByRole('textbox', { name: t('bulk:range.to'), exact: false }).first().fill('3')
    await page.getByRole('textbox', { name: t('generator:name'), exact: false }).first().fill('Menu {n}')
    await page.getByRole('textbox', { name: t('generator:field.content'), exact: false }).first().fill('https://q.example.vn/{n}')
    await page.waitForTimeout(1500)
    await shot('many')
    await page.getByRole('button', { name: t('bulk:check', { count: 3 }) }).first().click()
    await page.getByRole('button', { name: t('bulk:create', { count: 3 }) }).first().click()
    await expect(page.getByText(t('bulk:done.create', { total: 3 }))).toBeVisible()
    await shot('done')
    await page.getByRole('link', { name: t('bulk:result.print') }).first().click()
    await expect(page.getByRole('heading', { name: t('print:title', { total: 3 }) })).toBeVisible()
    await page.waitForTimeout(1500)
    await shot('print')
    await page.goto(`/account/leaving?lng=${language}`)
    await page.waitForTimeout(1000)
    await shot('leaving')
    await page.goto(`/settings/import-export?lng=${language}`)
    await page.waitForTimeout(1000)
    await shot('import')
    await page.locator('input[type=file]').setInputFiles({ name: 'bitly.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
    await page.waitForTimeout(4000)
    await shot('dry-run')
    await page.goto(`/no-such-page?lng=${language}`)
    await page.waitForTimeout(800)
    await shot('not-found')
  })
}
