import type { Page } from '@playwright/test'
import { encodeRgbaPng } from '@scanleaf/qr'
import { downloadedText } from '../../harness/image-pixels'
import { axe, axeInBothSchemes, expect, onPhonesAlone, test } from '../../harness/test'
import { textsOf } from '../../harness/texts'
import { GeneratorPage } from '../../pages/generator-page'
import { enter, nameOf } from '../../pages/people'

const t = textsOf('en')

/** A green square with a lighter corner. */
function logoFile(name: string) {
  const side = 96
  const data = new Uint8Array(side * side * 4)
  for (let at = 0; at < data.length; at += 4)
    data.set(at < data.length / 3 ? [26, 154, 94, 255] : [12, 125, 75, 255], at)
  const bytes = encodeRgbaPng({ width: side, height: side, data })
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes) }
}

const radio = (generator: GeneratorPage, value: string) =>
  generator.dialog.locator(`input[type="radio"][value="${value}"]`)

async function openGenerator(generator: GeneratorPage, user: string, address: string): Promise<void> {
  const { page } = generator
  await enter(page, nameOf(user))
  await page.goto('/dynamic-codes/generator?lng=en')
  await generator.fill({ content: address })
}

/** Keeps the design in the dialog, makes the code with it, and reads its picture: it is the link. */
async function keepAndPrint(generator: GeneratorPage): Promise<void> {
  const { page, dialog } = generator
  await dialog.getByRole('button', { name: t('design:save') }).click()
  await expect(dialog).toBeHidden()
  await generator.create()
  await expect(generator.status('generator:status.saved')).toBeAttached()
  const link = await page.getByRole('link', { name: /[A-Z0-9]{8}$/ }).getAttribute('href')
  const printed = await downloadedText(page, () => generator.download('PNG'))
  expect(printed?.toLowerCase()).toBe(link?.toLowerCase())
}

test(
  'a logo is checked, uploaded, drawn into the code and saved with it',
  onPhonesAlone(true),
  async ({ page }) => {
    const generator = new GeneratorPage(page, t)
    await openGenerator(generator, 'logo', 'https://shop.example.vn/menu')
    await generator.customise()
    const { dialog } = generator
    // Where the dialog begins (spec §9).
    await expect(radio(generator, 'M')).toBeChecked()
    await expect(dialog.getByRole('slider')).toHaveValue('400')
    await generator.openTab('tab.logo')
    await expect(dialog.getByRole('switch', { name: t('design:logo.background') })).not.toBeChecked()

    const file = dialog.locator('input[type="file"]')
    const notes = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="x"/>') }
    await file.setInputFiles(notes)
    await expect(dialog.getByRole('alert')).toHaveText(t('errors:field.invalid-image'))
    await expect(radio(generator, 'M')).toBeChecked()

    await file.setInputFiles(logoFile('shop.png'))
    await expect(dialog.getByText('shop.png')).toBeVisible()
    await expect(radio(generator, 'H')).toBeChecked()
    const background = dialog.getByRole('switch', { name: t('design:logo.background') })
    await background.check()
    const behind = dialog.getByRole('group', { name: t('design:logo.background-color') })
    await expect(behind.locator('input[type="radio"]')).toHaveCount(8)
    await expect(behind.locator('input[type="radio"][value="#FFFFFF"]')).toBeChecked()
    await background.uncheck()
    await background.check()
    await generator.openTab('tab.style')
    await generator.pictures('dots').first().click()
    await expect(radio(generator, 'dots').first()).toBeChecked()
    await expect(generator.quality(dialog, 'good')).toBeVisible()
    await axeInBothSchemes(page)
    await keepAndPrint(generator)

    await page.getByRole('link', { name: t('generator:view-saved') }).click()
    await expect(page.getByRole('dialog').locator('img').first()).toBeVisible()
  },
)

test('a design that fails says why, is repaired by one press, and is kept only after a word', async ({
  page,
}) => {
  const generator = new GeneratorPage(page, t)
  await openGenerator(generator, 'faint', 'https://shop.example.vn/menu')
  await generator.customise()
  const { dialog } = generator
  await generator.openTab('tab.colors')
  const codeColor = dialog.getByRole('textbox', {
    name: t('design:color.value', { name: t('design:color.code') }),
  })
  await codeColor.fill('#dddddd')
  await codeColor.press('Enter')
  await expect(generator.quality(dialog, 'poor')).toBeVisible()
  await expect(dialog.getByText(t('design:reason.low-contrast'))).toBeVisible()
  await axe(page)

  await dialog.getByRole('button', { name: t('design:repair'), exact: true }).click()
  await expect(dialog.getByRole('button', { name: t('design:repair'), exact: true })).toBeHidden()
  await expect(dialog.getByText(/^Fixed: /)).toBeVisible()

  // The same by the sliders of any other colour; Esc closes them, and not the dialog.
  await dialog
    .getByRole('button', { name: t('design:color.other', { name: t('design:color.code') }), exact: true })
    .click()
  await dialog.getByRole('slider', { name: t('design:color.saturation') }).fill('0')
  await dialog.getByRole('slider', { name: t('design:color.brightness') }).fill('87')
  await expect(codeColor).toHaveValue('#DEDEDE')
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('slider', { name: t('design:color.brightness') })).toBeHidden()
  await expect(generator.quality(dialog, 'poor')).toBeVisible()
  await dialog.getByRole('button', { name: t('design:save') }).click()
  const question = page.getByRole('dialog', { name: t('design:anyway.title') })
  await question.getByRole('button', { name: t('common:cancel') }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: t('design:save') }).click()
  await question.getByRole('button', { name: t('design:anyway.save') }).click()
  await expect(dialog).toBeHidden()

  // It was said once for this design: the code is created without another question.
  await generator.create()
  await expect(generator.status('generator:status.saved')).toBeAttached()
})

/** Holds the outlines of texts back until they are let through. */
async function holdOutlines(page: Page) {
  const OUTLINES = '**/qrcode-generator/text-outline'
  let letThrough = () => {}
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(OUTLINES, async (route) => {
    await isLetThrough
    await route.fallback()
  })
  return { asked: page.waitForRequest(OUTLINES), letThrough }
}

test('a text logo holds twelve characters as people count them, and is drawn in any script', async ({
  page,
}) => {
  const generator = new GeneratorPage(page, t)
  await openGenerator(generator, 'letters', 'https://shop.example.vn/menu')
  await generator.customise()
  const { dialog } = generator
  await generator.openTab('tab.logo')
  await dialog.getByText(t('design:logo.text'), { exact: true }).click()
  const text = dialog.getByRole('textbox', { name: t('design:logo.text-field') })
  // A letter and its two marks are one character to people.
  await text.fill('e\u0302\u0301'.repeat(14))
  await expect(text).toHaveValue('e\u0302\u0301'.repeat(12))
  await expect(dialog.getByText('12/12')).toBeVisible()
  for (const word of ['Phở Hà Nội', 'مطعم', 'ហាង']) {
    const { asked, letThrough } = await holdOutlines(page)
    await text.fill(word)
    await asked
    // The logo is not drawn yet, so nothing is said about it.
    await expect(dialog.getByRole('meter')).toHaveAttribute('aria-valuenow', '0')
    letThrough()
    await expect(generator.quality(dialog, 'good').or(generator.quality(dialog, 'usable'))).toBeVisible()
  }
  await expect(radio(generator, 'H')).toBeChecked()
  await keepAndPrint(generator)
})

test('a transparent code on a dark surface names the surface', async ({ page }) => {
  const generator = new GeneratorPage(page, t)
  await openGenerator(generator, 'clear', 'https://shop.example.vn/menu')
  await generator.customise()
  const { dialog } = generator
  await generator.openTab('tab.colors')
  await radio(generator, 'transparent').check()
  await expect(generator.quality(dialog, 'poor').or(generator.quality(dialog, 'usable'))).toBeVisible()
  await expect(dialog.getByText(t('design:unread.dark-surface'))).toBeVisible()
  await dialog.getByRole('button', { name: t('design:repair'), exact: true }).click()
  await expect(dialog.getByText(t('design:repair.fill-background'))).toBeVisible()
  await expect(radio(generator, '#FFFFFF').first()).toBeChecked()
})

test('a design that was not saved is left only after a word, and Esc comes back from the question', async ({
  page,
}) => {
  const generator = new GeneratorPage(page, t)
  await openGenerator(generator, 'leaves', 'https://shop.example.vn')
  const opener = page.getByRole('button', { name: t('generator:customise') })
  await opener.focus()
  await page.keyboard.press('Enter')
  const { dialog } = generator
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  await radio(generator, 'M').focus()
  await page.keyboard.press('ArrowRight')
  await expect(radio(generator, 'Q')).toBeChecked()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: t('design:leave.title') })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('design:leave.confirm') }).click()
  await expect(dialog).toBeHidden()
})

test('the design of a saved code changes, and the printed link stays', async ({ page }) => {
  const generator = new GeneratorPage(page, t)
  await openGenerator(generator, 'redesign', 'https://shop.example.vn/menu')
  await generator.create()
  await expect(generator.status('generator:status.saved')).toBeAttached()
  const before = await downloadedText(page, () => generator.download('PNG'))
  const [reply] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PATCH'),
    generator.chooseStyle('forest'),
  ])
  expect(reply.status()).toBe(200)
  expect((await reply.json()).result.qrCustomSettings).toMatchObject({ style: 'square', eyeColor: '#0A5A39' })
  await expect(page.locator('input[value="forest"]')).toBeChecked()
  expect(await downloadedText(page, () => generator.download('PNG'))).toBe(before)
})
