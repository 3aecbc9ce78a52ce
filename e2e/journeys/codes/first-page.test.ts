import type { Page } from '@playwright/test'
import { DEFAULT_QR_SETTINGS, encodeSymbol, renderPng } from '@scanleaf/qr'
import { axe, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { type Presses, pressesOn } from '../../pages/presses'

const t = textsOf('vi')

const fill = (page: Page, key: string, text: string) =>
  page.getByRole('textbox', { name: t(key), exact: true }).fill(text)

/** A café registers and answers the questions of a menu up to the last one. */
async function reachMenu(page: Page, { press }: Pick<Presses, 'press'>) {
  await page.goto('/account/register?lng=vi')
  const username = nameOf('cafe')
  await fill(page, 'account:last-name', 'Nguyễn')
  await fill(page, 'account:first-name', 'Lá')
  await fill(page, 'account:username', username)
  await fill(page, 'account:email', `${username}@example.vn`)
  await page.getByLabel(new RegExp(`^${t('account:password')}`)).fill('quán phở số 7')
  await press('button', t('account:register'))
  await expect(page).toHaveURL(/\/dynamic-codes/)

  await page.locator('a[href*="choose-qrcode-type"]:visible').first().click()
  await press('link', t('pages:menu'))
  await fill(page, 'page-editor:field.name', 'Cà phê Lá')
  await fill(page, 'page-editor:field.line', 'Cà phê rang tại quán')
  await press('button', t('page-editor:wizard.next'))
  await fill(page, 'content-types:field.phoneNumber', '0901234567')
  await expect(page.getByRole('switch', { name: t('page-editor:wizard.zalo') })).toBeChecked()
  await press('button', t('page-editor:wizard.next'))
  await fill(page, 'page-editor:field.address', '12 Bạch Đằng, Hải Châu, Đà Nẵng')
  await press('button', t('page-editor:wizard.next'))
}

/** Publishes the page. @returns what visitors see */
async function publish(page: Page, { press }: Pick<Presses, 'press'>): Promise<string> {
  await press('button', t('page-editor:wizard.create'))
  await expect(page.getByText(t('page-editor:wizard.done'))).toBeVisible()
  const address = await page.getByRole('link', { name: /\/[A-Z0-9]+$/ }).getAttribute('href')
  return (await fetch(`${address}?lng=vi`)).text()
}

/** Downloads the code of the published page for its tables. */
async function printCode(page: Page, { press }: Pick<Presses, 'press'>) {
  await press('link', t('page-editor:wizard.print'))
  await expect(page.getByRole('radio', { name: new RegExp(`^${t('print:kind.tent')}`) })).toBeChecked()
  await expect(page.getByLabel(t('print:start'))).toHaveCount(0)
  const download = page.waitForEvent('download')
  await press('button', t('print:download'))
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
}

test('a café without a website has a page and a printed table code after at most 12 presses @phone-alone', async ({
  page,
}) => {
  const presses = pressesOn(page)
  await reachMenu(page, presses)
  await fill(page, 'page-editor:field.item', 'Cà phê đen 29k\nCà phê sữa 35.000\nTrà đào 45k')
  await axe(page)
  const visitors = await publish(page, presses)
  for (const words of ['<h1>Cà phê Lá</h1>', '35.000', 'zalo.me', '12 Bạch Đằng'])
    expect(visitors).toContain(words)
  await printCode(page, presses)
  // The choice of what to create is one more.
  expect(presses.count() + 1).toBeLessThanOrEqual(12)
})

test('a café whose menu is on paper has a page of its photos after at most 12 presses @phone-alone', async ({
  page,
  consoleGuard,
}) => {
  const presses = pressesOn(page)
  await reachMenu(page, presses)
  const button = page.getByLabel(t('page-editor:wizard.photos')).and(page.locator('input[type=file]'))
  const photo = (size: number) =>
    Buffer.from(renderPng(encodeSymbol('Lá', { level: 'M' }), DEFAULT_QR_SETTINGS, { size }))
  const choose = (buffers: Buffer[]) =>
    button.setInputFiles(buffers.map((buffer, n) => ({ name: `${n}.png`, mimeType: 'image/png', buffer })))

  await choose([Buffer.from('thực đơn')])
  await expect(page.getByText(t('errors:field.invalid-image'))).toBeVisible()
  await choose([photo(400), photo(900), photo(2500)])
  const shown = page.locator('form img')
  await expect(shown).toHaveCount(3)
  await axe(page)
  await page
    .getByRole('button', {
      name: t('page-editor:remove', { name: t('page-editor:picture', { number: 1 }) }),
    })
    .click()
  await expect(shown).toHaveCount(2)

  // Refused at first, it is tried again on the page that was made, whose pictures are there.
  const publication = '**/pages/*/publish'
  consoleGuard.tolerateStatus(500)
  await page.route(publication, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await presses.press('button', t('page-editor:wizard.create'))
  await expect(page.getByRole('alert')).toBeVisible()
  const visitors = await publish(page, presses)
  expect(visitors.match(/<figure>/g)).toHaveLength(2)
  expect(visitors).toContain(`alt="${t('pages:menu')}"`)
  await printCode(page, presses)
  // More than its photos need: what was created, the file picker, a photo removed.
  expect(presses.count() - 1 + 2).toBeLessThanOrEqual(12)
})
