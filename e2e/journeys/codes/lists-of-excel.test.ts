import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { axe, axeInBothSchemes, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { GeneratorPage } from '../../pages/generator-page'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const t = textsOf('en')

/** `菜单` in gb18030, which fits several code pages. */
const MENU = Buffer.from([0xb2, 0xcb, 0xb5, 0xa5])
const listOf = (head: string, line: string) =>
  Buffer.concat([Buffer.from(`${head}\n`), MENU, Buffer.from(`${line}\n`)])

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })

test('a list in a code page of Excel is read as a person sees it right', async ({ page, server }) => {
  await Shop.open(page, server.appUrl, nameOf('code-page'), 'en')
  await page.goto('/dynamic-codes/many?lng=en')
  await page.getByText(t('bulk:source.file'), { exact: true }).click()
  await choose(page, 'menu.csv', listOf('Name,Link', ',https://quanlan.example.vn/menu'))
  const question = page.getByRole('group', { name: t('bulk:encoding') })
  await question.getByRole('radio', { name: '菜单' }).check()
  await expect(page.getByText('菜单', { exact: true }).last()).toBeVisible()
  await axeInBothSchemes(page)
  await question
    .getByRole('radio', { name: /big5|euc-kr|shift_jis/ })
    .first()
    .check()
  await expect(page.getByText('菜单', { exact: true })).toHaveCount(0)

  await page.goto('/settings/import-export?lng=en')
  await choose(page, 'links.csv', listOf('title,url', ',https://quanlan.example.vn/menu'))
  await page.getByRole('radio', { name: '菜单' }).check()
  await axeInBothSchemes(page)
  await page.getByRole('button', { name: t('bulk:import.encoding.read') }).click()
  await expect(page.getByText('gb18030')).toBeVisible()
  await expect(page.getByText('菜单').first()).toBeVisible()
})

test('cells are read as they are shown, and hidden rows when a person takes them', async ({
  page,
  server,
}) => {
  await Shop.open(page, server.appUrl, nameOf('filtered'), 'en')
  await page.goto('/static-codes/many?lng=en')
  await page.getByText(t('bulk:source.file'), { exact: true }).click()
  await page.getByLabel(t('generator:types')).selectOption('Phone')
  await page
    .locator('input[type=file]')
    .setInputFiles(fileURLToPath(new URL('./fixtures/filtered.xlsx', import.meta.url)))
  const rows = (count: number) => page.getByRole('heading', { name: t('bulk:rows', { count }) })
  await expect(rows(2)).toBeVisible()
  await expect(page.getByText('0912345672').first()).toBeVisible()
  await expect(page.getByText(t('bulk:hidden.rows', { total: 3 }))).toBeVisible()
  await axe(page)
  await page.getByRole('switch', { name: t('bulk:hidden.take') }).check()
  await expect(rows(5)).toBeVisible()
  await page.getByRole('switch', { name: t('bulk:hidden.take') }).uncheck()
  await expect(rows(2)).toBeVisible()
})

test('a space at the end of a network is asked about', async ({ page, server }) => {
  await Shop.open(page, server.appUrl, nameOf('space'), 'en')
  await page.goto('/static-codes/generator?lng=en')
  const generator = new GeneratorPage(page, t)
  await generator.choose('wifi')
  await generator.fill({ ssid: 'Quan Ca Phe ', passWifi: '12345678' })
  await expect(page.getByText(t('generator:space.end'))).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: t('generator:space.keep') }).click()
  await expect(page.getByText(t('generator:space.end'))).toHaveCount(0)
  await expect(generator.field('ssid')).toHaveValue('Quan Ca Phe ')
  await generator.fill({ ssid: ' Quan Ca Phe' })
  await expect(page.getByText(t('generator:space.start'))).toBeVisible()
  await page.getByRole('button', { name: t('generator:space.remove') }).click()
  await expect(generator.field('ssid')).toHaveValue('Quan Ca Phe')
})
