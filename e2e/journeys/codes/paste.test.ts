import type { Locator } from '@playwright/test'
import { bytesOf } from '../../harness/image-pixels'
import { axe, expect, onPhones, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { CONTENTS, GeneratorPage } from '../../pages/generator-page'
import { enter, nameOf } from '../../pages/people'

/** As a person presses Ctrl+V: lines and all. */
const paste = (box: Locator, text: string) =>
  box.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('what is pasted opens the form of its type, filled in', onPhones(true), async ({ page }) => {
  const t = textsOf('vi')
  const generator = new GeneratorPage(page, t)
  const box = page.getByRole('textbox', { name: t('generator:paste') })
  await enter(page, nameOf('paste'))
  await page.goto('/dynamic-codes/choose-qrcode-type?lng=vi')
  await axe(page)
  await paste(
    box,
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Trần;An;;;\r\nFN:Trần An\r\nTEL;TYPE=CELL:0901234567\r\nEND:VCARD',
  )
  await expect(page).toHaveURL(/\/dynamic-codes\/generator\?.*type=vcard/)
  await expect(generator.field('lastName')).toHaveValue('Trần')
  await expect(generator.field('mobilePhone')).toHaveValue('0901234567')

  // Typed, from one form into another; it takes the place of what was there.
  for (const number of ['84901234567', '84912345678']) {
    await box.fill(`https://zalo.me/${number}`)
    await box.press('Enter')
    await expect(generator.field('account')).toHaveValue(number)
    await expect(box).toHaveValue('')
  }
  await generator.create()
  await expect(generator.status('generator:status.created')).toBeAttached()
})

test('a picture of a code is read without an account, and what cannot be says what to do', async ({
  page,
  consoleGuard,
}) => {
  const t = textsOf('en')
  const generator = new GeneratorPage(page, t)
  // A text that is too long.
  consoleGuard.tolerateStatus(422)
  const box = page.getByRole('textbox', { name: t('generator:paste') })
  const picture = page.locator('form:has(textarea) input[type="file"]').first()
  const sign = CONTENTS.find(({ tab }) => tab === 'payment-code')?.says ?? ''
  await page.goto('/dynamic-codes/generator?lng=en')
  await box.fill(sign)
  await page.getByRole('button', { name: t('generator:paste.fill') }).click()
  await expect(generator.field('text')).toHaveValue(sign)
  await generator.create()
  const [download] = await Promise.all([page.waitForEvent('download'), generator.download('PNG')])
  const buffer = await bytesOf(download)

  await page.goto('/dynamic-codes/generator?type=text&lng=en')
  await expect(page.getByRole('heading', { name: t('generator:title') })).toBeInViewport()
  await picture.setInputFiles({ name: 'sign.png', mimeType: 'image/png', buffer })
  await expect(page).toHaveURL(/type=payment-code/)
  await expect(generator.field('text')).toHaveValue(sign)

  // A letter of it is another: the field says so.
  await paste(box, sign.replace('802LA', '802LB'))
  await expect(page.getByText(t('errors:field.emv-crc'))).toBeVisible()
  await expect(generator.field('text')).toHaveAttribute('aria-invalid', 'true')
  // Nothing of this can be made: the form stays as it is.
  await paste(box, 'DPP:C:81/1;K:MDkwEwYHKoZIzj0CAQ;;')
  await expect(page.getByRole('alert').filter({ hasText: t('errors:field.wifi-dpp') })).toBeVisible()
  await expect(page).toHaveURL(/type=payment-code/)
  await axe(page)
  const blank = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } })
  await picture.setInputFiles({ name: 'blank.png', mimeType: 'image/png', buffer: blank })
  await expect(page.getByText(t('errors:field.no-code-in-picture'))).toBeVisible()
  await picture.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: blank.subarray(0, 40) })
  await expect(page.getByText(t('errors:field.broken-image'))).toBeVisible()
  await paste(box, 'x'.repeat(70_000))
  await expect(page.getByText(t('errors:field.content-too-long'))).toBeVisible()
})
