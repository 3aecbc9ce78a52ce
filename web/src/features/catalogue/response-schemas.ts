import {
  Currency,
  type PageMeta,
  Product,
  ProductCategory,
  ProductUnit,
  pageOf,
  resultOf,
} from '@scanleaf/shared'
import * as z from 'zod'
import type { Items } from './resources'
import type { CatalogueView } from './search'

const ITEMS: { [View in CatalogueView]: z.ZodType<Items[View]> } = {
  products: Product,
  categories: ProductCategory,
  units: ProductUnit,
  currencies: Currency,
}

/** Responses with one thing, and with a page of them; the compiler does not see through the choice of a schema. */
export const itemResponse = <View extends CatalogueView>(view: View) =>
  resultOf(ITEMS[view]) as unknown as z.ZodType<{ result: Items[View] }>

export const pageResponse = <View extends CatalogueView>(view: View) =>
  pageOf(ITEMS[view]) as unknown as z.ZodType<{ result: Items[View][]; meta: PageMeta }>

export const UploadedResponse = resultOf(z.object({ id: z.string() }))
/** A list shows the result of an action by itself, when it is fetched again. */
export const AnyResponse = z.object({ result: z.unknown() })
