import { encodeRgbaPng } from '@scanleaf/qr'
import { axe, axeInBothSchemes, expect, onPhones, test } from '../../harness/test'
import { IS_NIGHTLY } from '../../harness/texts'
import { CataloguePage } from '../../pages/catalogue-page'
import { nameOf } from '../../pages/people'
import { Shop } from '../../pages/shop'

const picture = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(encodeRgbaPng({ width: 8, height: 8, data: new Uint8Array(256).fill(180) })),
})

test(
  'units, currencies, categories and a product are added, changed and deleted, in vi',
  onPhones(IS_NIGHTLY),
  async ({ page, server, consoleGuard }) => {
    consoleGuard.tolerateStatus(422)
    const catalogue = await CataloguePage.open(page, server, 'vi')
    const { form, t } = catalogue
    await expect(page.getByText(t('catalogue:empty.products'))).toBeVisible()

    await catalogue.show('units')
    await catalogue.openForm('units')
    await form.field('column.title').fill('Cuộn')
    await form.save()
    await expect(catalogue.row('Cuộn')).toBeVisible()

    await catalogue.show('currencies')
    await catalogue.openForm('currencies')
    await form.field('column.code').pressSequentially('usd')
    await expect(form.field('column.code')).toHaveValue('USD')
    await form.field('column.name').fill('Đô la Mỹ')
    await form.field('column.exchange-rate').fill('25400,50')
    await form.save()
    await expect(catalogue.row('USD')).toContainText('25.400,5')
    await catalogue.openForm('currencies')
    await form.fill({ 'column.code': 'usd', 'column.name': 'Đô la', 'column.exchange-rate': '0' })
    await form.press()
    await expect(form.dialog.getByText(t('errors:field.invalid-amount'))).toBeVisible()
    await form.field('column.exchange-rate').fill('1')
    await form.press()
    await expect(form.dialog.getByText(t('errors:field.taken'))).toBeVisible()
    await axe(page)
    await form.leave()

    await catalogue.show('categories')
    await catalogue.openForm('categories')
    await form.field('column.title').fill('Đồ uống')
    await expect(form.field('column.pathname')).toHaveValue('/do-uong')
    await expect(form.field('column.pathname')).toBeDisabled()
    await form.save()
    await catalogue.openForm('categories')
    await form.field('column.title').fill('Cà phê')
    await form.choice('column.parent').selectOption({ label: 'Đồ uống' })
    await expect(form.field('column.pathname')).toHaveValue('/do-uong/ca-phe')
    await axe(page)
    await form.save()
    await expect(catalogue.row('Cà phê')).toContainText('/do-uong/ca-phe')
    await axeInBothSchemes(page)
    await catalogue.action('edit', 'Đồ uống')
    await form.field('column.title').fill('Thức uống')
    await form.save()
    await expect(catalogue.row('Cà phê')).toContainText('/thuc-uong/ca-phe')

    await catalogue.show('products')
    await catalogue.openForm('products')
    await form.press()
    await expect(form.dialog.getByText(t('errors:field.required'))).toHaveCount(10)
    await form.fill({
      'product.title': 'Cà phê sữa đá',
      description: 'Pha phin',
      detail: 'Ít đường',
      'column.price': '29.000,5',
      'column.quantity': '1,5',
    })
    await form.choice('currency').selectOption('USD')
    await form.choice('unit').selectOption('Cuộn')
    await form.choice('column.categories').selectOption({ label: '\u2003Cà phê' })
    await form.field('keywords').fill('phin')
    await form.field('keywords').press('Enter')
    await form.field('keywords').fill('đá')
    await form.dialog.locator('input[type=file]').setInputFiles(picture('cafe.png'))
    await expect(form.dialog.getByAltText(t('catalogue:image.alt'))).toBeVisible()
    await form.press()
    await expect(form.dialog.getByText(t('errors:field.not-whole'))).toBeVisible()
    await form.field('column.quantity').fill('240')
    await form.save()
    await expect(catalogue.row('Cà phê sữa đá')).toContainText('29.000,5\u00a0USD')
    await axeInBothSchemes(page)

    await page.getByRole('link', { name: 'Cà phê sữa đá' }).click()
    await expect(page.getByRole('heading', { name: 'Cà phê sữa đá', level: 1 })).toBeVisible()
    const price = page.getByRole('textbox', { name: t('catalogue:column.price'), exact: true })
    await price.fill('31000')
    await page.getByRole('link', { name: t('common:close') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common:cancel') })
      .click()
    await expect(price).toHaveValue('31.000')
    await axe(page)
    await page.getByRole('button', { name: t('catalogue:save'), exact: true }).click()
    await expect(catalogue.row('Cà phê sữa đá')).toContainText('31.000\u00a0USD')

    await catalogue.action('duplicate', 'Cà phê sữa đá')
    const copy = t('catalogue:copy-of', { title: 'Cà phê sữa đá' })
    await expect(catalogue.row(copy)).toBeVisible()
    await page.getByRole('checkbox', { name: t('catalogue:select-page') }).click()
    await expect(page.getByText(t('catalogue:selected', { count: 2 }))).toBeVisible()
    await axe(page)
    await catalogue.deleteSelected(2)
    await expect(page.getByText(t('catalogue:empty.products'))).toBeVisible()
  },
)

test('what is in use stays, what is wrong is told, and what was typed is not lost, in en', async ({
  page,
  server,
  consoleGuard,
}) => {
  consoleGuard.tolerateStatus(409)
  consoleGuard.tolerateStatus(404)
  const catalogue = await CataloguePage.open(page, server, 'en')
  const { t } = catalogue
  const seeded = await catalogue.seed(picture('a.png').buffer, 'Sticker')
  const calls = '**/product-service/product-units?**'
  await page.route(calls, (route) => route.fulfill({ status: 404, body: 'no JSON' }))
  await catalogue.show('units')
  await expect(page.getByText(t('common:load-error.title'))).toBeVisible()
  await page.unroute(calls)
  await page.getByRole('button', { name: t('common:refresh') }).click()
  await catalogue.action('delete', seeded.unit)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('catalogue:delete') })
    .click()
  await expect(page.getByText(t('errors:UsedByProducts', { name: seeded.unit }))).toBeVisible()

  await catalogue.show('products')
  await page.getByRole('textbox', { name: t('catalogue:search') }).fill('nothing like it')
  await expect(page.getByText(t('catalogue:no-match'))).toBeVisible()
  await page.getByRole('button', { name: t('catalogue:filter.clear') }).click()
  await page.getByLabel(t('catalogue:column.categories')).selectOption(seeded.category)
  await expect(page).toHaveURL(/category=/)
  await expect(catalogue.row('Sticker')).toBeVisible()
  await axe(page)

  await page.goto(`/products/${seeded.id}?lng=en`)
  const title = page.getByRole('textbox', { name: t('catalogue:product.title'), exact: true })
  await page.locator('input[type=file]').setInputFiles({
    name: 'picture.png',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.getByText(t('errors:field.invalid-image'))).toBeVisible()
  await title.fill('Sticker in red')
  await catalogue.changeElsewhere(seeded.id, { title: 'Sticker in blue' })
  await page.getByRole('button', { name: t('catalogue:save'), exact: true }).click()
  await expect(page.getByText(t('errors:Conflict'))).toBeVisible()
  await expect(title).toHaveValue('Sticker in red')
  await page.getByRole('link', { name: t('common:close') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('catalogue:leave.confirm') })
    .click()
  await expect(catalogue.row('Sticker in blue')).toBeVisible()

  await page.goto('/logout?lng=en')
  await expect(page).toHaveURL(/\/account\/login/)
  await Shop.open(page, server.appUrl, nameOf('passer-by'), 'en')
  await page.goto(`/products/${seeded.id}?lng=en`)
  await expect(page.getByText(t('catalogue:forbidden'))).toBeVisible()
  await page.goto('/products?lng=en')
  await expect(page.getByText(t('catalogue:forbidden'))).toBeVisible()
  await axe(page)
})

test('the catalogue reads from right to left, in ar', async ({ page, server }) => {
  const catalogue = await CataloguePage.open(page, server, 'ar')
  const { t } = catalogue
  const { id } = await catalogue.seed(picture('a.png').buffer, 'قهوة')
  await page.reload()
  await expect(catalogue.row('قهوة')).toContainText('1,250.75')
  await axeInBothSchemes(page)
  await page.goto(`/products/${id}?lng=ar`)
  const price = page.getByRole('textbox', { name: t('catalogue:column.price'), exact: true })
  await price.fill('١٬٥٠٠٫٥')
  await price.blur()
  await expect(price).toHaveValue('1,500.5')
  await axeInBothSchemes(page)
})
