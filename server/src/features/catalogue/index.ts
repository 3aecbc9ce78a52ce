import type { FastifyPluginAsync } from 'fastify'
import { categoryCollection } from './categories'
import { type CatalogueContext, mountCollection } from './collection'
import { currencyCollection } from './currencies'
import { productCollection } from './products'
import { unitCollection } from './units'

/** Products, with their categories, units and currencies (billing-spec §2.5). */
export const catalogue: FastifyPluginAsync<CatalogueContext> = async (app, context) => {
  mountCollection(app, context, productCollection)
  mountCollection(app, context, categoryCollection)
  mountCollection(app, context, unitCollection)
  mountCollection(app, context, currencyCollection)
}
