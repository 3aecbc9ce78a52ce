import type { Database } from '../../platform/db/database'
import { allRows, csvFile, type ExportOf, jsonFile } from '../../platform/export/entry'
import { findChangesOf, presentChange } from './change-log'
import { type Addresses, presentUserCode } from './present'
import { findCodesAfter, type UserCodeRow } from './repository'

const AT_ONCE = 500
const PRODUCTS = ['dynamic-code', 'static-code'] as const
const CSV_HEAD = [
  ...['id', 'name', 'productId', 'contentType', 'dynamicId', 'link', 'target', 'enabled', 'tags', 'scans'],
  ...['createdAt', 'updatedAt'],
]

/** The codes of an owner with their designs, as JSON and for spreadsheets, and what was changed of them by whom. */
export const exportCodes = ({ db }: Database, addresses: Addresses): ExportOf =>
  async function* (userId) {
    yield jsonFile('codes/codes.json', mapped(codes(), present))
    yield csvFile('codes/codes.csv', CSV_HEAD, mapped(codes(), cellsOf))
    yield jsonFile('codes/changes.json', changes())

    async function* codes(): AsyncGenerator<UserCodeRow> {
      for (const productId of PRODUCTS)
        yield* allRows((last: UserCodeRow | null) =>
          findCodesAfter(db, { userId, productId, ordinal: last?.ordinal ?? 0 }, AT_ONCE),
        )
    }

    async function* changes() {
      for await (const { id } of codes())
        for (const change of await findChangesOf(db, id)) yield { codeId: id, ...presentChange(change) }
    }

    function present(row: UserCodeRow) {
      return { ...presentUserCode(row, addresses), target: row.target }
    }

    function cellsOf(row: UserCodeRow): string[] {
      const { codeRedirect, createdAt, updatedAt } = presentUserCode(row, addresses)
      return [
        ...[row.id, row.name, row.productId, row.contentType, row.dynamicId ?? '', codeRedirect ?? ''],
        ...[
          row.target ?? '',
          String(row.enabled),
          row.tags.join(' '),
          String(row.scans),
          createdAt,
          updatedAt,
        ],
      ]
    }
  }

async function* mapped<T, R>(rows: AsyncIterable<T>, map: (row: T) => R): AsyncGenerator<R> {
  for await (const row of rows) yield map(row)
}
