import type { Currency, Product, ProductCategory, ProductUnit, Resource } from '@scanleaf/shared'
import type { CatalogueView } from './search'

/** The kinds of items in a list. */
export interface Items {
  products: Product
  categories: ProductCategory
  units: ProductUnit
  currencies: Currency
}

interface Kind {
  /** Whose masks judge the calls. */
  resource: Resource
  path: string
}

export const CATALOGUE_RESOURCES: Readonly<Record<CatalogueView, Kind>> = {
  products: { resource: 'products', path: '/product-service/products' },
  categories: { resource: 'product-categories', path: '/product-service/product-categories' },
  units: { resource: 'product-units', path: '/product-service/product-units' },
  currencies: { resource: 'currencies', path: '/core-service/currencies' },
}
