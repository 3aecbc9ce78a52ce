import { ChangeProduct, CreateProduct, ListProducts, Product } from '@scanleaf/shared'
import { asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { searchTextOf } from '../../platform/search-text'
import { idsBelow } from './categories'
import type { Collection } from './collection'
import {
  byText,
  hasWords,
  idOf,
  orderOf,
  partOf,
  presentTimes,
  requireSeen,
  sortText,
  timeAfter,
} from './rows'
import { categorisedProducts, currencies, productCategories, products, productUnits } from './table'

type ProductRow = typeof products.$inferSelect
type NamedProduct = { product: ProductRow; code: string; unit: string }
type CategoryOf = { productId: string; id: string; title: string }

function present({ product, code, unit }: NamedProduct, categories: CategoryOf[]): Product {
  const { id, title, imageId, price, currencyId, unitId, quantity, description, keywords, detail } = product
  const own = categories.filter(({ productId }) => productId === id)
  return {
    id,
    title,
    categories: own.map((category) => category.id),
    categoriesDetail: own.map((category) => ({ id: category.id, title: category.title })),
    image: imageId,
    price: {
      value: price,
      currency: currencyId,
      unit: unitId,
      currencyDetail: { code },
      unitDetail: { title: unit },
    },
    quantity,
    description,
    keywords,
    detail,
    ...presentTimes(product),
  }
}

const SORTS = {
  createdAt: products.createdAt,
  title: byText(products.sortTitle),
  quantity: products.quantity,
}

export const productCollection: Collection<Product, CreateProduct, ChangeProduct, ListProducts> = {
  path: '/product-service/products',
  resource: 'products',
  schemas: { item: Product, create: CreateProduct, change: ChangeProduct, list: ListProducts },

  async list(db, { q, category, sort = '-createdAt', ...paging }) {
    const isListed = sql`${hasWords(products.searchText, q) ?? sql`true`} and ${isIn(category)}`
    const { limit, offset } = partOf(paging)
    const rows = await namedProducts(db)
      .where(isListed)
      .orderBy(...orderOf(sort, SORTS, products.id))
      .limit(limit)
      .offset(offset)
    const [counted] = await db.select({ total: count() }).from(products).where(isListed)
    const categories = await findCategoriesOf(db, rows)
    return { items: rows.map((row) => present(row, categories)), total: counted?.total ?? 0 }
  },

  async find(db, id) {
    const rows = await namedProducts(db).where(eq(products.id, id))
    const [row] = rows
    return row ? present(row, await findCategoriesOf(db, rows)) : null
  },

  async insert(tx, { categories, price, image, ...input }, now) {
    const columns = {
      ...input,
      imageId: image,
      price: price.value,
      currencyId: price.currency,
      unitId: price.unit,
    }
    const row = { ...columns, ...foundBy(input), createdAt: now, updatedAt: now }
    const id = idOf(await tx.insert(products).values(row).returning({ id: products.id }))
    await categorise(tx, id, categories)
    return id
  },

  async update(tx, id, { updatedAt, categories, ...change }, now) {
    const [found] = await tx.select().from(products).where(eq(products.id, id)).for('update')
    const row = requireSeen(found, updatedAt)
    const {
      title = row.title,
      description = row.description,
      keywords = row.keywords,
      detail = row.detail,
      quantity = row.quantity,
      image = row.imageId,
    } = change
    const texts = { title, description, keywords }
    await tx
      .update(products)
      .set({
        ...texts,
        ...foundBy(texts),
        detail,
        quantity,
        imageId: image,
        price: change.price?.value ?? row.price,
        currencyId: change.price?.currency ?? row.currencyId,
        unitId: change.price?.unit ?? row.unitId,
        updatedAt: timeAfter(row, now),
      })
      .where(eq(products.id, id))
    if (categories) await categorise(tx, id, categories)
  },

  async remove(tx, ids) {
    const rows = await tx.delete(products).where(inArray(products.id, ids)).returning({ id: products.id })
    return rows.map(({ id }) => id)
  },
}

const foundBy = ({
  title,
  description,
  keywords,
}: Pick<ProductRow, 'title' | 'description' | 'keywords'>) => ({
  sortTitle: sortText(title),
  searchText: searchTextOf([title, ...keywords, description]),
})

/** In a category or in one below it. */
const isIn = (category: string | undefined): SQL =>
  category === undefined
    ? sql`true`
    : sql`exists (select from ${categorisedProducts} where ${categorisedProducts.productId} = ${products.id}
        and (${categorisedProducts.categoryId} = ${category}
          or ${categorisedProducts.categoryId} in ${idsBelow(category)}))`

const namedProducts = (db: Db) =>
  db
    .select({ product: products, code: currencies.code, unit: productUnits.title })
    .from(products)
    .innerJoin(currencies, eq(currencies.id, products.currencyId))
    .innerJoin(productUnits, eq(productUnits.id, products.unitId))

async function findCategoriesOf(db: Db, rows: NamedProduct[]): Promise<CategoryOf[]> {
  if (rows.length === 0) return []
  return db
    .select({
      productId: categorisedProducts.productId,
      id: productCategories.id,
      title: productCategories.title,
    })
    .from(categorisedProducts)
    .innerJoin(productCategories, eq(productCategories.id, categorisedProducts.categoryId))
    .where(
      inArray(
        categorisedProducts.productId,
        rows.map(({ product }) => product.id),
      ),
    )
    .orderBy(asc(categorisedProducts.place))
}

/** Gives a product these categories in place of those that it had. */
async function categorise(tx: Db, productId: string, categories: string[]): Promise<void> {
  await tx.delete(categorisedProducts).where(eq(categorisedProducts.productId, productId))
  await tx
    .insert(categorisedProducts)
    .values(categories.map((categoryId, place) => ({ productId, categoryId, place })))
}
