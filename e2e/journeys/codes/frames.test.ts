import { decodeQrCodes } from '../../harness/decode'
import { bytesOf } from '../../harness/image-pixels'
import { axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { GeneratorPage } from '../../pages/generator-page'
import { enter, nameOf } from '../../pages/people'

/** From the dialog to a downloaded PNG: the picture is taller than wide and is read as the short link. */
async function frameAndPrint(generator: GeneratorPage, kind: string, other: 'en' | 'vi'): Promise<void> {
  const { page, dialog, t } = generator
  await generator.fill({ content: 'https://shop.example.vn/menu' })
  await generator.customise()
  await dialog.getByRole('tab', { name: t('design:tab.style'), exact: true }).focus()
  await page.keyboard.press('End')
  await expect(dialog.getByRole('tab', { name: t('design:frame'), exact: true })).toBeFocused()

  await generator.pictures(kind).click()
  const text = dialog.getByRole('textbox', { name: t('design:frame.text') })
  await expect(text).toHaveValue(t('calls-to-action:scan'))
  await dialog.getByRole('button', { name: t('calls-to-action:menu'), exact: true }).click()
  await expect(text).toHaveValue(t('calls-to-action:menu'))

  // A suggestion follows the language of the text.
  const language = dialog.getByRole('combobox', { name: t('design:frame.language') })
  const before = await language.inputValue()
  await language.selectOption(other)
  await expect(text).toHaveValue(textsOf(other)('calls-to-action:menu'))
  await language.selectOption(before)
  await expect(text).toHaveValue(t('calls-to-action:menu'))
  await text.fill('e\u0301'.repeat(31))
  await expect(text).toHaveValue('e\u0301'.repeat(30))
  await text.fill('\u{10380}')
  await expect(dialog.getByText(t('errors:field.unknown-characters'))).toBeVisible()
  await dialog.getByRole('button', { name: t('calls-to-action:menu'), exact: true }).click()
  await expect(dialog.getByText(t('errors:field.unknown-characters'))).toBeHidden()

  await dialog.getByRole('combobox', { name: t('design:frame.line') }).selectOption('id')
  await dialog
    .getByRole('group', { name: t('design:frame.text-color') })
    .locator('input[type="radio"][value="#000000"]')
    .check()
  await dialog.getByRole('button', { name: t('design:save') }).click()
  await expect(dialog.getByText(t('errors:field.frame-contrast'))).toBeVisible()
  await dialog
    .getByRole('group', { name: t('design:frame.text-color') })
    .locator('input[type="radio"][value=""]')
    .check()
  await expect(dialog.getByText(t('errors:field.frame-contrast'))).toBeHidden()
  await expect(generator.quality(dialog, 'good')).toBeVisible()
  await axeInBothSchemes(page)
  await dialog.getByRole('button', { name: t('design:save') }).click()
  await expect(dialog).toBeHidden()

  await generator.create()
  await expect(generator.status('generator:status.saved')).toBeAttached()
  const link = await page.getByRole('link', { name: /[A-Z0-9]{8}$/ }).getAttribute('href')
  const [download] = await Promise.all([page.waitForEvent('download'), generator.download('PNG')])
  const png = await bytesOf(download)
  expect(png.readUInt32BE(20)).toBeGreaterThan(png.readUInt32BE(16))
  expect((await decodeQrCodes(png)).map((read) => read.toLowerCase())).toEqual([link?.toLowerCase()])
}

test('a frame with a call to action, in Vietnamese', onPhonesAlone(true), async ({ page, consoleGuard }) => {
  consoleGuard.tolerateStatus(422)
  const generator = new GeneratorPage(page, textsOf('vi'))
  await enter(page, nameOf('frame'))
  await page.goto('/dynamic-codes/generator?lng=vi')
  await frameAndPrint(generator, 'below', 'en')
})

test('a frame with a call to action, in Arabic', async ({ page, consoleGuard }) => {
  consoleGuard.tolerateStatus(422)
  const generator = new GeneratorPage(page, textsOf('ar'))
  await enter(page, nameOf('frame-ar'))
  await page.goto('/dynamic-codes/generator?lng=ar')
  await frameAndPrint(generator, 'ticket', 'vi')
})
