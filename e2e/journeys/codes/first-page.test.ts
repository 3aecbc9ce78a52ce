import { axe, expect, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { nameOf } from '../../pages/people'
import { pressesOn } from '../../pages/presses'

const t = textsOf('vi')

test('a café without a website has a page and a printed table code after at most 12 presses @phone-alone', async ({
  page,
}) => {
  const { press, count } = pressesOn(page)
  const fill = (key: string, text: string) =>
    page.getByRole('textbox', { name: t(key), exact: true }).fill(text)
  await page.goto('/account/register?lng=vi')
  const username = nameOf('cafe')
  await fill('account:last-name', 'Nguyễn')
  await fill('account:first-name', 'Lá')
  await fill('account:username', username)
  await fill('account:email', `${username}@example.vn`)
  await page.getByLabel(new RegExp(`^${t('account:password')}`)).fill('quán phở số 7')
  await press('button', t('account:register'))
  await expect(page).toHaveURL(/\/dynamic-codes/)

  await page.locator('a[href*="choose-qrcode-type"]:visible').first().click()
  await press('link', t('pages:menu'))
  await fill('page-editor:field.name', 'Cà phê Lá')
  await fill('page-editor:field.line', 'Cà phê rang tại quán')
  await press('button', t('page-editor:wizard.next'))
  await fill('content-types:field.phoneNumber', '0901234567')
  await expect(page.getByRole('switch', { name: t('page-editor:wizard.zalo') })).toBeChecked()
  await press('button', t('page-editor:wizard.next'))
  await fill('page-editor:field.address', '12 Bạch Đằng, Hải Châu, Đà Nẵng')
  await press('button', t('page-editor:wizard.next'))
  await fill('page-editor:field.item', 'Cà phê đen 29k\nCà phê sữa 35.000\nTrà đào 45k')
  await axe(page)
  await press('button', t('page-editor:wizard.create'))
  await expect(page.getByText(t('page-editor:wizard.done'))).toBeVisible()
  const address = await page.getByRole('link', { name: /\/[A-Z0-9]+$/ }).getAttribute('href')
  const visitors = await (await fetch(`${address}?lng=vi`)).text()
  for (const words of ['<h1>Cà phê Lá</h1>', '35.000', 'zalo.me', '12 Bạch Đằng'])
    expect(visitors).toContain(words)

  await press('link', t('page-editor:wizard.print'))
  const download = page.waitForEvent('download')
  await press('button', t('print:download'))
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  // The choice of what to create is one more.
  expect(count() + 1).toBeLessThanOrEqual(12)
})
