import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { axe, axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf, walkedIn } from '../../harness/texts'
import { actOnMany } from '../../pages/many-codes'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const dock = (page: Page) => page.locator('[data-dock="wide"]')

for (const language of walkedIn('vi', 'ar')) {
  test(
    `thirty tables become a printed sheet, in ${language}`,
    onPhonesAlone(language === 'vi'),
    async ({ page, server }) => {
      const t = textsOf(language)
      await Shop.open(page, server.appUrl, nameOf(`tables-${language}`), language)
      await page.goto(`/dynamic-codes?lng=${language}`)
      let clicks = 0
      const press = async (name: string, role: 'link' | 'button') => {
        clicks += 1
        await page.getByRole(role, { name }).first().click()
      }
      const fill = (name: string, text: string) =>
        page.getByRole('textbox', { name, exact: false }).first().fill(text)

      await press(t('user-codes:create-many'), 'link')
      await fill(t('bulk:range.to'), '30')
      await fill(t('generator:name'), 'Bàn {n}')
      await fill(t('content-types:field.content'), 'https://quanlan.example.vn/menu?ban={n}')
      await expect(page.getByRole('heading', { name: t('bulk:rows', { count: 30 }) })).toBeVisible()
      await expect(page.getByText('Bàn 01', { exact: true })).toBeVisible()
      await axe(page)
      await press(t('bulk:check', { count: 30 }), 'button')
      await expect(page.getByText(t('bulk:verdict.ready')).first()).toBeVisible()
      await press(t('bulk:create', { count: 30 }), 'button')
      await expect(page.getByText(t('bulk:done.create', { total: 30 }))).toBeVisible()
      await axe(page)

      await press(t('bulk:result.print'), 'link')
      await expect(page.getByRole('heading', { name: t('print:title', { total: 30 }) })).toBeVisible()
      await expect(page.locator('svg[direction="ltr"] image').first()).toBeAttached()
      await axe(page)
      const downloaded = page.waitForEvent('download')
      await press(t('print:download'), 'button')
      const pdf = await readFile(await (await downloaded).path())
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      const verdict = t('print:readable', { readable: '30', total: '30' })
      await expect(dock(page)).toContainText(verdict)
      expect(clicks).toBe(5)

      // It is of the size that the file has.
      const side = page.getByRole('slider', { name: t('print:side') })
      const whole = await side.inputValue()
      await side.fill('5')
      await expect(dock(page)).not.toContainText(verdict)
      await side.fill(whole)
      await expect(dock(page)).toContainText(verdict)
    },
  )
}

test('rows of a file are matched to fields, and a refused one is corrected', async ({ page, server }) => {
  const t = textsOf('en')
  await Shop.open(page, server.appUrl, nameOf('stock'), 'en')
  await page.goto('/dynamic-codes/many?lng=en')
  await expect(page.getByText(t('bulk:recent.empty'))).toBeVisible()
  await page.getByText(t('bulk:source.file'), { exact: true }).click()
  const choose = (name: string, content: string | Buffer) =>
    page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: typeof content === 'string' ? Buffer.from(content) : content,
    })

  const refused: [string, string | Buffer, string][] = [
    ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'table.old-or-locked'],
    ['picture.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'table.not-a-table'],
    ['empty.csv', '\n\n', 'table.no-rows'],
    ['mixed.csv', 'Name,Link\nA;https://a.example.vn\n', 'table.wrong-separator'],
  ]
  for (const [name, content, problem] of refused) {
    await choose(name, content)
    await expect(page.getByText(t(`bulk:${problem}`))).toBeVisible()
  }

  await choose(
    'stock.csv',
    'Tên;Đường dẫn;Ghi chú\nBàn 01;https://a.example.vn/1;x\nBàn 02;a example;\nBàn 03;https://a.example.vn/3;\n',
  )
  await expect(page.getByLabel('Tên', { exact: true })).toHaveValue('name')
  await expect(page.getByLabel('Đường dẫn', { exact: true })).toHaveValue('content.content')
  await expect(page.getByLabel('Ghi chú', { exact: true })).toHaveValue('')
  await axe(page)
  await page.getByRole('button', { name: t('bulk:check', { count: 3 }) }).click()
  await page.getByRole('button', { name: t('bulk:correct') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('content-types:field.content') }).fill('https://a.example.vn/2')
  await axe(page)
  await dialog.getByRole('button', { name: t('bulk:check-again') }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: t('bulk:create', { count: 3 }) }).click()
  await expect(page.getByText(t('bulk:done.create', { total: 3 }))).toBeVisible()

  // It is kept in the list of batches, with what can be done with it.
  const recent = page.getByRole('region', { name: t('bulk:recent') })
  const act = async (action: string) => {
    await recent.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: t(`bulk:${action}`) }).click()
  }
  await page.goto('/dynamic-codes/many?lng=en')
  await expect(recent).toContainText(t('bulk:done.create', { total: 3 }))
  const downloaded = page.waitForEvent('download')
  await act('result.csv')
  expect(await readFile(await (await downloaded).path(), 'utf8')).toContain('https://a.example.vn/2')
  await act('see-codes')
  await expect(page.getByRole('row', { name: 'Bàn 02' })).toBeVisible()
  await page.goBack()
  await act('undo')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('bulk:undo'), exact: true })
    .click()
  await expect(recent).toContainText(t('bulk:state.undone'))
  await axeInBothSchemes(page)
  await recent.getByRole('link').click()
  await expect(page.getByText(t('bulk:undone.removed', { total: 3 }))).toBeVisible()
  await page.getByRole('link', { name: t('bulk:title') }).click()
  await expect(page.getByRole('heading', { name: t('bulk:title') })).toBeVisible()
})

test('one mistake in several rows of a file is corrected once', async ({ page, server }) => {
  const t = textsOf('en')
  await Shop.open(page, server.appUrl, nameOf('alike'), 'en')
  await page.goto('/dynamic-codes/many?lng=en')
  await page.getByText(t('bulk:source.file'), { exact: true }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'tables.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Link\nA,our menu\nB,https://a.example.vn/b\nC,our menu\nD,our list\n'),
  })
  await page.getByRole('button', { name: t('bulk:check', { count: 4 }) }).click()
  const correct = page.getByRole('button', { name: t('bulk:correct') })
  await expect(correct).toHaveCount(3)
  await correct.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('content-types:field.content') }).fill('https://a.example.vn')
  await expect(dialog.getByRole('switch', { name: t('bulk:correct.same', { count: 1 }) })).toBeChecked()
  await axe(page)
  await dialog.getByRole('button', { name: t('bulk:check-again') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(correct).toHaveCount(1)
})

test('targets of selected codes move by find and replace, and back', async ({ page, server }) => {
  const t = textsOf('en')
  const shop = await Shop.open(page, server.appUrl, nameOf('mover'), 'en')
  for (const number of [1, 2, 3]) await shop.site(`menu-${number}`, { name: `Table ${number}` })
  await page.goto('/dynamic-codes?lng=en')
  await page.getByRole('checkbox', { name: t('user-codes:select-page') }).check()
  await actOnMany(page, 'bulk:action.target')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('bulk:retarget.find-label') }).fill('shop.example.vn')
  await dialog.getByRole('textbox', { name: t('bulk:retarget.replace-label') }).fill('menu.example.vn')
  await expect(dialog.locator('ins').first()).toHaveText('menu.example.vn')
  await axe(page)
  await dialog.getByRole('button', { name: t('bulk:retarget.check'), exact: true }).click()
  await dialog.getByRole('button', { name: t('bulk:retarget.save', { total: 3 }) }).click()
  await expect(page.getByText('menu.example.vn/menu-1')).toBeVisible()
  await page.getByRole('button', { name: t('user-codes:undo'), exact: true }).click()
  await expect(page.getByText('shop.example.vn/menu-1')).toBeVisible()
})
