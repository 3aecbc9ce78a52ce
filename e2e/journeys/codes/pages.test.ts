import type { Page } from '@playwright/test'
import { DEFAULT_QR_SETTINGS, encodeSymbol, renderPng } from '@scanleaf/qr'
import type { PageOfCode } from '@scanleaf/shared'
import { samplePdf } from '../../harness/sample-pdf'
import { axe, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const t = textsOf('en')
const PAGES = '/gateway/api/qrcode/pages'

const PAGE = {
  kind: 'menu',
  name: { en: 'Leaf Coffee' },
  languages: ['en', 'vi'],
  zone: 'Asia/Ho_Chi_Minh',
  blocks: [
    {
      type: 'menu',
      sections: [
        {
          title: { en: 'Coffee' },
          items: [
            { id: 'black', name: { en: 'Black coffee' }, price: '29000' },
            { id: 'milk', name: { en: 'Milk coffee' }, price: '35000' },
          ],
        },
      ],
    },
    { type: 'wifi', content: { ssid: 'Leaf', passWifi: 'roasted2026', encrypWifi: 'WPA' } },
  ],
}

/** A published page, and what its visitors read. */
async function openPage(page: Page, origin: string, name: string) {
  const shop = await Shop.open(page, origin, nameOf(name), 'en')
  const made = (await shop.call('POST', PAGES, { page: PAGE })) as unknown as PageOfCode
  await shop.call('POST', `${PAGES}/${made.id}/publish`, { revision: 1 })
  await page.goto(`/dynamic-codes/${made.id}/page`)
  await expect(page.getByRole('heading', { name: 'Leaf Coffee' })).toBeVisible()
  const visitors = async () => (await fetch(`${made.pageUrl}?lng=en`)).text()
  return { shop, made, visitors }
}

const block = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).first()
const saved = (page: Page) => page.getByText(new RegExp(`^${t('pdf-codes:saved-at', { time: '' })}`))
const publish = (page: Page) => page.getByRole('button', { name: t('page-editor:publish'), exact: true })
/** On a phone the fields of a block cover the list of blocks. */
async function backToBlocks(page: Page) {
  const back = page.locator('#page-fields').getByRole('button', { name: t('common:go-back') })
  if (await back.isVisible()) await back.click()
}

test('a price and what is sold out are live at once, the words with Publish @phone', async ({
  page,
  server,
}) => {
  const { visitors } = await openPage(page, server.appUrl, 'editor')
  await block(page, t('pages:menu')).click()
  const price = page.getByRole('textbox', { name: 'Milk coffee: Price' })
  await price.fill('42k')
  await price.press('Tab')
  await expect(page.getByText(/42k/)).toBeVisible()
  await expect.poll(visitors).toContain('42,000')
  await page.getByRole('switch', { name: 'Black coffee: Available' }).click()
  await expect.poll(visitors).toContain(t('pages:sold-out'))

  await backToBlocks(page)
  await block(page, t('page-editor:head')).click()
  await page.getByRole('textbox', { name: t('page-editor:field.name') }).fill('Leaf & Friends')
  await expect(page.getByText(t('page-editor:changes'))).toBeVisible()
  await expect(saved(page)).toBeVisible()
  expect(await visitors()).not.toContain('Friends')
  await publish(page).click()
  await expect.poll(visitors).toContain('Leaf &amp; Friends')
  await axe(page)

  await page.getByRole('button', { name: t('page-editor:versions') }).click()
  await page.getByRole('button', { name: t('page-editor:versions.restore') }).click()
  await expect.poll(visitors).toContain('<h1>Leaf Coffee</h1>')
  expect(await visitors()).toContain(t('pages:sold-out'))
})

test('blocks are added, moved by the keyboard, removed and brought back, and a mistake is named at its place @phone', async ({
  page,
  server,
}) => {
  const { made, shop } = await openPage(page, server.appUrl, 'blocks')
  const order = async () => {
    const authorization = `Bearer ${shop.sid}`
    const response = await fetch(`${server.appUrl}${PAGES}/${made.id}`, { headers: { authorization } })
    const { result } = (await response.json()) as { result: PageOfCode }
    return result.draft.blocks.map(({ type }) => type)
  }
  await page.getByRole('button', { name: t('page-editor:add-block') }).press('Enter')
  await page.getByRole('menuitem', { name: t('page-editor:block.links') }).press('Enter')
  await page.getByRole('textbox', { name: t('page-editor:field.title') }).fill('Book a table')
  const address = page.getByRole('textbox', { name: t('page-editor:field.link'), exact: true })
  await address.fill('intent://table')
  await address.press('Tab')
  await expect(page.getByText(t('errors:field.invalid-url'))).toBeVisible()
  await publish(page).click()
  await expect(page.getByText(t('page-editor:faults', { number: 1 }))).toBeVisible()
  await address.fill('https://leaf.example/table')
  await expect.poll(order).toEqual(['menu', 'wifi', 'links'])

  await page
    .getByRole('button', { name: t('page-editor:move-up', { name: t('page-editor:block.links') }) })
    .press('Enter')
  await expect(page.getByText(`${t('page-editor:block.links')}: 2 of 3`)).toBeAttached()
  await expect.poll(order).toEqual(['menu', 'links', 'wifi'])
  await page
    .locator('#page-fields')
    .getByRole('button', { name: t('page-editor:remove', { name: t('page-editor:block.links') }) })
    .click()
  await expect.poll(order).toEqual(['menu', 'wifi'])
  await page.getByRole('button', { name: t('page-editor:undo') }).click()
  await expect.poll(order).toEqual(['menu', 'links', 'wifi'])
  if (page.viewportSize()?.width === 390) {
    await page.getByRole('radio', { name: t('page-editor:preview') }).check({ force: true })
  } else {
    const grip = (at: number) => page.locator('ol > li').nth(at).locator('span').first()
    await grip(0).hover()
    await page.mouse.down()
    await grip(2).hover({ position: { x: 8, y: 50 } })
    await page.mouse.up()
    await expect.poll(order).toEqual(['links', 'wifi', 'menu'])
  }
  await expect(page.frameLocator('iframe').first().getByText('Book a table')).toBeVisible()
})

test('pictures are uploaded, shown in the preview, described and published @phone', async ({
  page,
  server,
}) => {
  const { visitors } = await openPage(page, server.appUrl, 'pictures')
  const drawn = (size: number) =>
    Buffer.from(renderPng(encodeSymbol('Leaf Coffee', { level: 'M' }), DEFAULT_QR_SETTINGS, { size }))
  const choose = (label: string, files: Buffer[]) =>
    page
      .locator('#page-fields')
      .getByLabel(label)
      .and(page.locator('input[type=file]'))
      .last()
      .setInputFiles(files.map((buffer, n) => ({ name: `${n}.png`, mimeType: 'image/png', buffer })))
  const showPreview = async () => {
    if (page.viewportSize()?.width !== 390) return
    await page.getByRole('radio', { name: t('page-editor:preview') }).check({ force: true })
  }

  await backToBlocks(page)
  await block(page, t('page-editor:head')).click()
  await choose(t('page-editor:choose-picture'), [drawn(1600)])
  await page.getByRole('textbox', { name: t('page-editor:field.alt') }).fill('A table by the window')
  await expect(saved(page)).toBeVisible()
  await backToBlocks(page)
  await page.getByRole('button', { name: t('page-editor:add-block') }).press('Enter')
  await page.getByRole('menuitem', { name: t('page-editor:block.pictures') }).press('Enter')
  await choose(t('page-editor:add-picture'), [drawn(500), drawn(2500)])
  await expect(
    page.getByRole('button', { name: t('page-editor:move-up', { name: 'Picture 2' }) }),
  ).toBeVisible()
  await axe(page)
  await expect(saved(page)).toBeVisible()
  await showPreview()
  const shown = page.frameLocator('iframe').first().locator('img')
  await expect(shown).toHaveCount(3)
  for (const at of [0, 1, 2]) {
    await shown.nth(at).scrollIntoViewIfNeeded()
    await expect
      .poll(() => shown.nth(at).evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  }
  await publish(page).click()
  await expect.poll(visitors).toContain('alt="A table by the window"')
  expect((await visitors()).match(/<figure>/g)).toHaveLength(2)
})

test('a PDF code is chosen from the list, and the editor says when visitors do not see it @phone', async ({
  page,
  server,
}) => {
  const { shop, visitors } = await openPage(page, server.appUrl, 'pdf-block')
  const form = new FormData()
  const details = {
    name: nameOf('winter'),
    companyName: 'Leaf',
    title: 'Winter menu',
    website: 'leaf.example',
  }
  for (const [name, value] of Object.entries(details)) form.set(name, value)
  form.set(
    'pdfFile',
    new Blob([new Uint8Array(samplePdf('Winter'))], { type: 'application/pdf' }),
    'winter.pdf',
  )
  const { id } = await shop.call('POST', '/gateway/api/qrcode/pdf-qrcodes', form)
  await backToBlocks(page)
  await page.getByRole('button', { name: t('page-editor:add-block') }).press('Enter')
  await page.getByRole('menuitem', { name: t('content-types:tab.pdf'), exact: true }).press('Enter')
  const choice = page.getByRole('combobox', { name: t('page-editor:field.pdf') })
  await choice.selectOption({ label: 'Winter menu · winter.pdf' })
  await expect(saved(page)).toBeVisible()
  await axe(page)
  await publish(page).click()
  await expect.poll(visitors).toContain('Winter menu')
  await expect(page.getByText(t('page-editor:pdf.hidden'))).toBeHidden()

  await shop.call('PATCH', `/gateway/api/qrcode/user-codes/${id}`, { enabled: false })
  await expect.poll(visitors).not.toContain('Winter menu')
  await page.reload()
  await block(page, t('content-types:tab.pdf')).click()
  await expect(page.getByText(t('page-editor:pdf.hidden'))).toBeVisible()
})

test('a menu from a spreadsheet is shown before it is taken', async ({ page, server }) => {
  const { visitors } = await openPage(page, server.appUrl, 'sheet')
  await block(page, t('pages:menu')).click()
  await page.getByRole('button', { name: t('page-editor:sheet') }).click()
  const rows = 'Section\tItem\tPrice\nTea\tPeach tea\t45k\n\tLotus tea\task\nCoffee\tBlack coffee\t31,000'
  await page.getByRole('textbox', { name: t('page-editor:sheet.rows') }).fill(rows)
  await expect(page.getByText(t('page-editor:sheet.found', { items: 3, sections: 2 }))).toBeVisible()
  await expect(page.getByText(t('page-editor:sheet.unread', { rows: '3' }))).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: t('page-editor:sheet.use') }).click()
  await expect(page.getByRole('textbox', { name: 'Peach tea: Price' })).toHaveValue('45,000')
  await expect.poll(visitors).toContain('31,000')
  expect(await visitors()).not.toContain('Peach tea')
  await expect(saved(page)).toBeVisible()
  await publish(page).click()
  await expect.poll(visitors).toContain('Peach tea')
})

test('two devices: what was typed stays until one of both is chosen', async ({
  page,
  server,
  consoleGuard,
}) => {
  consoleGuard.tolerateStatus(409)
  const { shop, made, visitors } = await openPage(page, server.appUrl, 'devices')
  await shop.call('PUT', `${PAGES}/${made.id}`, {
    revision: 1,
    page: { ...PAGE, name: { en: 'Other device' } },
  })
  await page.getByRole('textbox', { name: t('page-editor:field.name') }).fill('This device')
  await expect(page.getByText(t('page-editor:conflict'))).toBeVisible()
  await expect(publish(page)).toBeDisabled()
  await page.getByRole('button', { name: t('page-editor:conflict.mine') }).click()
  await publish(page).click()
  await expect.poll(visitors).toContain('<h1>This device</h1>')
})

test('the kitchen’s phone: sold out and prices in one tap @phone', async ({ page, server }) => {
  const { made, visitors } = await openPage(page, server.appUrl, 'kitchen')
  await page.goto(`/dynamic-codes?code=${made.id}`)
  await page.getByRole('link', { name: t('page-editor:kitchen') }).click()
  const black = page.getByRole('switch', { name: 'Black coffee: Available' })
  await black.click()
  await expect.poll(visitors).toContain(t('pages:sold-out'))
  await page.getByRole('button', { name: t('page-editor:undo') }).click()
  await expect.poll(visitors).not.toContain(t('pages:sold-out'))
  await expect(black).toBeChecked()
  const price = page.getByRole('textbox', { name: 'Milk coffee: Price' })
  await price.fill('37k')
  await price.press('Tab')
  await expect.poll(visitors).toContain('37,000')
  await axe(page)
})
