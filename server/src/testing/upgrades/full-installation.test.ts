import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../database'
import { everyRow, fillEveryTable, type Rows } from './full-installation'
import { idOf } from './row'

const storage = testDatabase()
let rows: Rows
beforeEach(async () => {
  await fillEveryTable(storage.database())
  rows = await everyRow(storage.database())
})

/** Tables that hold one row. */
const ONE_ROW = ['installation', 'scan_closing', 'scan_retention', 'trusted_clock']
/** Tables that hold one row of a person. */
const ONE_EACH = [
  ...['billing_profiles', 'mail_preferences', 'scan_owners', 'storage_use', 'subscriptions', 'token_usage'],
  ...['totp', 'wallets'],
]
/** Of somebody who is gone. */
const NOBODYS = ['erasures']

// A new table or column fails these: fill it in rows-of-people.ts, rows-of-installation.ts or filling.ts.
test('every table has two rows, and of each of two people two', () => {
  const few = Object.entries(rows).filter(([table, all]) => all.length < (ONE_ROW.includes(table) ? 1 : 2))
  expect(few.map(([table]) => table)).toEqual([])
  const lacking = Object.entries(rows).flatMap(([table, all]) => {
    if (!('user_id' in (all[0] ?? {})) || NOBODYS.includes(table)) return []
    const counts = [1, 2].map((n) => all.filter((row) => row['user_id'] === idOf('1', n)).length)
    return Math.min(...counts) < (ONE_EACH.includes(table) ? 1 : 2) ? [`${table}: ${counts}`] : []
  })
  expect(lacking).toEqual([])
})

test('every column has a value in some row', () => {
  const empty = Object.entries(rows).flatMap(([table, all]) =>
    Object.keys(all[0] ?? {})
      .filter((column) => all.every((row) => row[column] === null))
      .map((column) => `${table}.${column}`),
  )
  expect(empty).toEqual([])
})
