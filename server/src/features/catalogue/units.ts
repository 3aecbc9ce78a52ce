import { ChangeProductUnit, CreateProductUnit, ListProductUnits, ProductUnit } from '@scanleaf/shared'
import { count, eq, inArray } from 'drizzle-orm'
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
import { products, productUnits as units } from './table'

type UnitRow = typeof units.$inferSelect

const present = ({ id, title, ...row }: UnitRow): ProductUnit => ({ id, title, ...presentTimes(row) })

const titleColumns = (title: string) => ({
  title,
  titleKey: title.toLowerCase(),
  sortTitle: sortText(title),
  searchText: searchTextOf([title]),
})

export const unitCollection: Collection<ProductUnit, CreateProductUnit, ChangeProductUnit, ListProductUnits> =
  {
    path: '/product-service/product-units',
    resource: 'product-units',
    schemas: {
      item: ProductUnit,
      create: CreateProductUnit,
      change: ChangeProductUnit,
      list: ListProductUnits,
    },

    async list(db, { q, sort = 'title', ...paging }) {
      const isListed = hasWords(units.searchText, q)
      const { limit, offset } = partOf(paging)
      const rows = await db
        .select()
        .from(units)
        .where(isListed)
        .orderBy(...orderOf(sort, { title: byText(units.sortTitle) }, units.id))
        .limit(limit)
        .offset(offset)
      const [counted] = await db.select({ total: count() }).from(units).where(isListed)
      return { items: rows.map(present), total: counted?.total ?? 0 }
    },

    async find(db, id) {
      const [row] = await db.select().from(units).where(eq(units.id, id))
      return row ? present(row) : null
    },

    async insert(tx, { title }, now) {
      const row = { ...titleColumns(title), createdAt: now, updatedAt: now }
      return idOf(await tx.insert(units).values(row).returning({ id: units.id }))
    },

    async update(tx, id, { title, updatedAt }, now) {
      const [found] = await tx.select().from(units).where(eq(units.id, id)).for('update')
      const row = requireSeen(found, updatedAt)
      const edit = { ...titleColumns(title ?? row.title), updatedAt: timeAfter(row, now) }
      await tx.update(units).set(edit).where(eq(units.id, id))
    },

    async remove(tx, ids) {
      await refuseUsed(tx, ids)
      const rows = await tx.delete(units).where(inArray(units.id, ids)).returning({ id: units.id })
      return rows.map(({ id }) => id)
    },
  }

async function refuseUsed(tx: Db, ids: string[]): Promise<void> {
  const [used] = await tx
    .select({ title: units.title })
    .from(products)
    .innerJoin(units, eq(units.id, products.unitId))
    .where(inArray(products.unitId, ids))
    .limit(1)
  if (used) throw inUse('UsedByProducts', used.title)
}
