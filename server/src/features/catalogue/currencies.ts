import { ChangeCurrency, CreateCurrency, Currency, ListCurrencies } from '@scanleaf/shared'
import { count, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { searchTextOf } from '../../platform/search-text'
import type { Collection } from './collection'
import { inUse } from './refusals'
import { byText, hasWords, idOf, orderOf, partOf, presentTimes, requireSeen, timeAfter } from './rows'
import { currencies, products } from './table'

type CurrencyRow = typeof currencies.$inferSelect

const present = ({ id, code, name, exchangeRate, ...row }: CurrencyRow): Currency => ({
  id,
  code,
  name,
  exchangeRate,
  ...presentTimes(row),
})

export const currencyCollection: Collection<Currency, CreateCurrency, ChangeCurrency, ListCurrencies> = {
  path: '/core-service/currencies',
  resource: 'currencies',
  schemas: { item: Currency, create: CreateCurrency, change: ChangeCurrency, list: ListCurrencies },

  async list(db, { q, sort = 'code', ...paging }) {
    const isListed = hasWords(currencies.searchText, q)
    const columns = { code: byText(currencies.code), exchangeRate: currencies.exchangeRate }
    const { limit, offset } = partOf(paging)
    const rows = await db
      .select()
      .from(currencies)
      .where(isListed)
      .orderBy(...orderOf(sort, columns, currencies.id))
      .limit(limit)
      .offset(offset)
    const [counted] = await db.select({ total: count() }).from(currencies).where(isListed)
    return { items: rows.map(present), total: counted?.total ?? 0 }
  },

  async find(db, id) {
    const [row] = await db.select().from(currencies).where(eq(currencies.id, id))
    return row ? present(row) : null
  },

  async insert(tx, input, now) {
    const row = {
      ...input,
      searchText: searchTextOf([input.code, input.name]),
      createdAt: now,
      updatedAt: now,
    }
    return idOf(await tx.insert(currencies).values(row).returning({ id: currencies.id }))
  },

  async update(tx, id, { updatedAt, ...change }, now) {
    const [found] = await tx.select().from(currencies).where(eq(currencies.id, id)).for('update')
    const row = requireSeen(found, updatedAt)
    const { code = row.code, name = row.name, exchangeRate = row.exchangeRate } = change
    const edit = {
      code,
      name,
      exchangeRate,
      searchText: searchTextOf([code, name]),
      updatedAt: timeAfter(row, now),
    }
    await tx.update(currencies).set(edit).where(eq(currencies.id, id))
  },

  async remove(tx, ids) {
    await refuseUsed(tx, ids)
    const rows = await tx
      .delete(currencies)
      .where(inArray(currencies.id, ids))
      .returning({ id: currencies.id })
    return rows.map(({ id }) => id)
  },
}

async function refuseUsed(tx: Db, ids: string[]): Promise<void> {
  const [used] = await tx
    .select({ code: currencies.code })
    .from(products)
    .innerJoin(currencies, eq(currencies.id, products.currencyId))
    .where(inArray(products.currencyId, ids))
    .limit(1)
  if (used) throw inUse('UsedByProducts', used.code)
}
