import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { imageTable } from '../media'

const times = {
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
}
/** The searchable text. */
const searchText = () => text('search_text').notNull()
const id = () => uuid().primaryKey().defaultRandom()
/** Texts as lists sort them: without accents and case, compared by code points on every engine. */
const inOrder = (column: AnyPgColumn) => sql`${column} collate "C"`

export const productUnits = pgTable(
  'product_units',
  {
    id: id(),
    title: text().notNull(),
    /** The title without case: two units differ by more. */
    titleKey: text('title_key').notNull(),
    sortTitle: text('sort_title').notNull(),
    searchText: searchText(),
    ...times,
  },
  (table) => [
    uniqueIndex('product_units_title').on(table.titleKey),
    index('product_units_by_title').on(inOrder(table.sortTitle), table.id),
  ],
)

export const currencies = pgTable(
  'currencies',
  {
    id: id(),
    /** In upper case. */
    code: text().notNull(),
    name: text().notNull(),
    /** VND for one of it. */
    exchangeRate: numeric('exchange_rate', { mode: 'number' }).notNull(),
    searchText: searchText(),
    ...times,
  },
  (table) => [
    uniqueIndex('currencies_code').on(inOrder(table.code)),
    index('currencies_by_rate').on(table.exchangeRate, table.id),
    check('currencies_rate', sql`${table.exchangeRate} > 0`),
  ],
)

export const productCategories = pgTable(
  'product_categories',
  {
    id: id(),
    title: text().notNull(),
    parentId: uuid('parent_id'),
    slug: text().notNull(),
    /** The slugs from the outermost category down, joined by `/`. */
    path: text().notNull(),
    sortTitle: text('sort_title').notNull(),
    searchText: searchText(),
    ...times,
  },
  (table) => [
    foreignKey({ name: 'product_categories_parent', columns: [table.parentId], foreignColumns: [table.id] }),
    uniqueIndex('product_categories_path').on(table.path),
    // Each category after its parent.
    index('product_categories_tree').on(sql`(string_to_array(${table.path}, '/')) collate "C"`),
    index('product_categories_by_title').on(inOrder(table.sortTitle), table.id),
    index('product_categories_newest').on(table.createdAt, table.id),
    index('product_categories_of').on(table.parentId),
    check('product_categories_no_ring', sql`${table.parentId} <> ${table.id}`),
  ],
)

export const products = pgTable(
  'products',
  {
    id: id(),
    title: text().notNull(),
    imageId: text('image_id').notNull(),
    price: numeric({ mode: 'number' }).notNull(),
    currencyId: uuid('currency_id').notNull(),
    unitId: uuid('unit_id').notNull(),
    quantity: integer().notNull(),
    description: text().notNull(),
    keywords: text().array().notNull(),
    detail: text().notNull(),
    sortTitle: text('sort_title').notNull(),
    searchText: searchText(),
    ...times,
  },
  (table) => [
    foreignKey({ name: 'products_image', columns: [table.imageId], foreignColumns: [imageTable.id] }),
    foreignKey({ name: 'products_currency', columns: [table.currencyId], foreignColumns: [currencies.id] }),
    foreignKey({ name: 'products_unit', columns: [table.unitId], foreignColumns: [productUnits.id] }),
    index('products_newest').on(table.createdAt, table.id),
    index('products_by_title').on(inOrder(table.sortTitle), table.id),
    index('products_by_quantity').on(table.quantity, table.id),
    index('products_of_currency').on(table.currencyId),
    index('products_of_unit').on(table.unitId),
    check('products_price', sql`${table.price} >= 0`),
    check('products_quantity', sql`${table.quantity} >= 0`),
  ],
)

/** The categories of each product, in their order. */
export const categorisedProducts = pgTable(
  'categorised_products',
  {
    productId: uuid('product_id').notNull(),
    categoryId: uuid('category_id').notNull(),
    place: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.categoryId] }),
    foreignKey({
      name: 'categorised_products_product',
      columns: [table.productId],
      foreignColumns: [products.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'categorised_products_category',
      columns: [table.categoryId],
      foreignColumns: [productCategories.id],
    }),
    index('categorised_products_of').on(table.categoryId, table.productId),
  ],
)
