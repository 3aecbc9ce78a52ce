import type { Locator, Page } from '@playwright/test'
import { type Language, languageOf } from '@scanleaf/shared'
import type { RunningServer } from '../harness/server'
import { expect } from '../harness/test'
import { textsOf } from '../harness/texts'
import { Shop } from './shop'

type Texts = ReturnType<typeof textsOf>
type View = 'products' | 'categories' | 'units' | 'currencies'

/** The screen of the catalogue as its administrator sees it. */
export class CataloguePage {
  readonly form: CatalogueForm

  private constructor(
    private readonly page: Page,
    private readonly shop: Shop,
    readonly t: Texts,
  ) {
    this.form = new CatalogueForm(page, t)
  }

  /** By the entry under the account's button. */
  static async open(page: Page, server: RunningServer, language: Language): Promise<CataloguePage> {
    const t = textsOf(language)
    const shop = await Shop.openAdmin(page, server, language)
    await page.getByRole('banner').locator('[aria-haspopup="dialog"]').last().click()
    await page.getByRole('link', { name: t('account:operate-products') }).click()
    await expect(page.getByRole('heading', { name: t('catalogue:title'), level: 1 })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', languageOf(language).dir)
    return new CataloguePage(page, shop, t)
  }

  show(view: View): Promise<void> {
    const views = this.page.getByRole('navigation', { name: this.t('catalogue:views') })
    return views.getByRole('link', { name: this.t(`catalogue:view.${view}`), exact: true }).click()
  }

  /** The row with exactly this name. */
  row(name: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByText(name, { exact: true }) })
  }

  action(action: 'edit' | 'duplicate' | 'delete', name: string): Promise<void> {
    const label = this.t('catalogue:act.of', { act: this.t(`catalogue:${action}`), name })
    return this.page.getByRole('button', { name: label, exact: true }).click()
  }

  async openForm(view: View): Promise<void> {
    await this.page.getByRole('button', { name: this.t(`catalogue:add.${view}`) }).click()
    await expect(this.form.dialog).toBeVisible()
  }

  async deleteSelected(count: number): Promise<void> {
    const name = this.t('catalogue:delete')
    await this.page.getByRole('button', { name, exact: true }).click()
    const question = this.page.getByRole('dialog', { name: this.t('catalogue:delete-question', { count }) })
    await question.getByRole('button', { name, exact: true }).click()
    await expect(this.page.getByText(this.t('catalogue:deleted', { count }))).toBeVisible()
  }

  /** A product with all that it needs, by the calls. Names end alike, so that several can be there. */
  async seed(photo: Buffer, title: string) {
    const { shop } = this
    const form = new FormData()
    form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png')
    const code = `X${Math.trunc(title.codePointAt(0) ?? 0)}`
    const [image, unit, currency, category] = await Promise.all([
      shop.call('POST', '/media/images', form),
      shop.call('POST', '/product-service/product-units', { title: `${title}: unit` }),
      shop.call('POST', '/core-service/currencies', { code, name: title, exchangeRate: 25_400 }),
      shop.call('POST', '/product-service/product-categories', { title: `${title}: category` }),
    ])
    const { id } = await shop.call('POST', '/product-service/products', {
      title,
      categories: [category.id],
      image: image.id,
      price: { value: 1250.75, currency: currency.id, unit: unit.id },
      quantity: 12,
      description: title,
      keywords: [title],
      detail: title,
    })
    return { id, unit: `${title}: unit`, category: category.id }
  }

  /** As somebody else does at the same time. */
  async changeElsewhere(id: string, patch: object): Promise<void> {
    await this.shop.call('PATCH', `/product-service/products/${id}`, patch)
  }
}

/** The dialog in which something is added or changed; its fields by the keys of their labels. */
class CatalogueForm {
  constructor(
    private readonly page: Page,
    private readonly t: Texts,
  ) {}

  get dialog(): Locator {
    return this.page.getByRole('dialog').filter({ has: this.page.locator('form') })
  }

  field(key: string): Locator {
    return this.dialog.getByRole('textbox', { name: this.t(`catalogue:${key}`), exact: true })
  }

  choice(key: string): Locator {
    return this.dialog.getByRole('combobox', { name: this.t(`catalogue:${key}`), exact: true })
  }

  async fill(values: Record<string, string>): Promise<void> {
    for (const [key, value] of Object.entries(values)) await this.field(key).fill(value)
  }

  press(): Promise<void> {
    return this.dialog.getByRole('button', { name: this.t('catalogue:save'), exact: true }).click()
  }

  /** Presses, and waits until it is done. */
  async save(): Promise<void> {
    await this.press()
    await expect(this.dialog).toBeHidden()
  }

  /** Discards the typed text. */
  async leave(): Promise<void> {
    await this.dialog.getByRole('button', { name: this.t('common:cancel'), exact: true }).click()
    const question = this.page.getByRole('dialog', { name: this.t('catalogue:leave.title') })
    await question.getByRole('button', { name: this.t('catalogue:leave.confirm') }).click()
    await expect(this.dialog).toBeHidden()
  }
}
