import {
  ChangeProductCategory,
  CreateProductCategory,
  categoryPlace,
  depthOf,
  ListProductCategories,
  MAX_CATEGORY_DEPTH,
  ProductCategory,
} from '@scanleaf/shared'
import { and, count, eq, inArray, max, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { searchTextOf } from '../../platform/search-text'
import type { Collection } from './collection'
import { inUse } from './refusals'
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
import { productCategories as categories, categorisedProducts } from './table'

type CategoryRow = typeof categories.$inferSelect

const present = ({ id, title, parentId, slug, path, ...row }: CategoryRow): ProductCategory => ({
  id,
  title,
  parent: parentId,
  slug,
  path,
  pathname: `/${path}`,
  ...presentTimes(row),
})

const titleColumns = (title: string) => ({
  title,
  sortTitle: sortText(title),
  searchText: searchTextOf([title]),
})

const SORTS = {
  path: sql`string_to_array(${categories.path}, '/') collate "C"`,
  title: byText(categories.sortTitle),
  createdAt: categories.createdAt,
}

export const categoryCollection: Collection<
  ProductCategory,
  CreateProductCategory,
  ChangeProductCategory,
  ListProductCategories
> = {
  path: '/product-service/product-categories',
  resource: 'product-categories',
  schemas: {
    item: ProductCategory,
    create: CreateProductCategory,
    change: ChangeProductCategory,
    list: ListProductCategories,
  },

  async list(db, { q, parent, sort = 'path', ...paging }) {
    const isListed = and(
      hasWords(categories.searchText, q),
      parent === undefined ? undefined : eq(categories.parentId, parent),
    )
    const { limit, offset } = partOf(paging)
    const rows = await db
      .select()
      .from(categories)
      .where(isListed)
      .orderBy(...orderOf(sort, SORTS, categories.id))
      .limit(limit)
      .offset(offset)
    const [counted] = await db.select({ total: count() }).from(categories).where(isListed)
    return { items: rows.map(present), total: counted?.total ?? 0 }
  },

  async find(db, id) {
    const [row] = await db.select().from(categories).where(eq(categories.id, id))
    return row ? present(row) : null
  },

  async insert(tx, { title, parent }, now) {
    await lockTree(tx)
    const { slug, path } = await placeIn(tx, title, parent)
    const row = { parentId: parent, slug, path, ...titleColumns(title) }
    const inserted = tx.insert(categories).values({ ...row, createdAt: now, updatedAt: now })
    return idOf(await inserted.returning({ id: categories.id }))
  },

  async update(tx, id, { updatedAt, ...change }, now) {
    await lockTree(tx)
    const [found] = await tx.select().from(categories).where(eq(categories.id, id)).for('update')
    const row = requireSeen(found, updatedAt)
    const title = change.title ?? row.title
    const parentId = change.parent === undefined ? row.parentId : change.parent
    const { slug, path } = await placeIn(tx, title, parentId, row)
    const edit = { parentId, slug, path, ...titleColumns(title), updatedAt: timeAfter(row, now) }
    await tx.update(categories).set(edit).where(eq(categories.id, id))
    if (path !== row.path) await moveBelow(tx, row, path)
  },

  async remove(tx, ids) {
    await lockTree(tx)
    await refuseWithChildren(tx, ids)
    await refuseUsed(tx, ids)
    const rows = await tx
      .delete(categories)
      .where(inArray(categories.id, ids))
      .returning({ id: categories.id })
    return rows.map(({ id }) => id)
  },
}

/** Ids of all categories below one. */
export const idsBelow = (id: string): SQL => sql`(
  with recursive below as (
    select id from product_categories where parent_id = ${id}
    union select child.id from product_categories child join below on child.parent_id = below.id
  ) select id from below)`

/** Paths of several rows hang together: who changes the tree goes in turn, until their transaction ends. */
const lockTree = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('product-categories', 0))`)

/**
 * The path of a category under its parent.
 * @param moved the category itself, when it exists already
 * @throws AppError ValidationError for a parent that does not exist, is inside the category, or is too deep
 */
async function placeIn(tx: Db, title: string, parentId: string | null, moved?: CategoryRow) {
  const parentPath = parentId === null ? null : await findPath(tx, parentId)
  if (moved && (parentPath === moved.path || parentPath?.startsWith(`${moved.path}/`)))
    throw wrongParent('category-loop')
  const place = categoryPlace(title, parentPath)
  const levelsBelow = moved ? await countLevelsBelow(tx, moved) : 0
  if (depthOf(place.path) + levelsBelow > MAX_CATEGORY_DEPTH) throw wrongParent('too-deep')
  return place
}

const wrongParent = (error: 'category-loop' | 'too-deep' | 'invalid-choice') =>
  new AppError('ValidationError', { parent: error })

async function findPath(tx: Db, id: string): Promise<string> {
  const [row] = await tx.select({ path: categories.path }).from(categories).where(eq(categories.id, id))
  if (!row) throw wrongParent('invalid-choice')
  return row.path
}

async function countLevelsBelow(tx: Db, { id, path }: CategoryRow): Promise<number> {
  const depth = sql<number>`array_length(string_to_array(${categories.path}, '/'), 1)`
  const [deepest] = await tx
    .select({ depth: max(depth) })
    .from(categories)
    .where(inArray(categories.id, idsBelow(id)))
  return Math.max(0, Number(deepest?.depth ?? 0) - depthOf(path))
}

/** The categories below one follow it to its new path. */
async function moveBelow(tx: Db, { id, path: before }: CategoryRow, path: string): Promise<void> {
  await tx
    .update(categories)
    .set({ path: sql`${path}::text || substr(${categories.path}, char_length(${before}) + 1)` })
    .where(inArray(categories.id, idsBelow(id)))
}

async function refuseWithChildren(tx: Db, ids: string[]): Promise<void> {
  const child = alias(categories, 'child')
  const [kept] = await tx
    .select({ title: categories.title })
    .from(child)
    .innerJoin(categories, eq(categories.id, child.parentId))
    .where(and(inArray(child.parentId, ids), notInArray(child.id, ids)))
    .limit(1)
  if (kept) throw inUse('HasChildren', kept.title)
}

async function refuseUsed(tx: Db, ids: string[]): Promise<void> {
  const [used] = await tx
    .select({ title: categories.title })
    .from(categorisedProducts)
    .innerJoin(categories, eq(categories.id, categorisedProducts.categoryId))
    .where(inArray(categorisedProducts.categoryId, ids))
    .limit(1)
  if (used) throw inUse('UsedByProducts', used.title)
}
