import type { Database } from '../../platform/db/database'
import { csvFile, type ExportOf, jsonFile } from '../../platform/export/entry'
import { findChangesOf, presentChange } from './change-log'
import { type Addresses, presentUserCode } from './present'
import { findCodesAfter, type UserCodeRow } from './repository'

const AT_ONCE = 200
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

    /** In parts, so that what hangs on them is read in parts, too. */
    async function* parts(): AsyncGenerator<UserCodeRow[]> {
      for (const productId of PRODUCTS)
        for (let ordinal = 0; ; ) {
          const part = await findCodesAfter(db, { userId, productId, ordinal }, AT_ONCE)
          if (part.length > 0) yield part
          ordinal = part.at(-1)?.ordinal ?? 0
          if (part.length < AT_ONCE) break
        }
    }

    async function* codes() {
      for await (const part of parts()) yield* part
    }

    async function* changes() {
      for await (const part of parts()) {
        const ids = part.map(({ id }) => id)
        for (const change of await findChangesOf(db, ids))
          yield { codeId: change.codeId, ...presentChange(change) }
      }
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
