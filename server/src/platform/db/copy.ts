import pg from 'pg'
import type { Db } from './database'
import { PortSession } from './drizzle-session'

export type CopyValue = string | number | bigint | boolean | Date | null

/** Characters of a piece: enough that a row costs no message of its own, little enough to be sent while more are made. */
const PIECE_LENGTH = 65_536

/**
 * Stores rows by COPY, a quarter of what INSERT costs. In a transaction, and all of them or none: when a row is refused or
 * `rows` throws, the transaction cannot be committed.
 * @param rows values in the order of `columns`
 * @throws as any statement of the port; what `rows` throws
 */
export async function copy(
  tx: Db,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly CopyValue[]>,
): Promise<void> {
  const { session } = tx._
  if (!(session instanceof PortSession)) throw new Error('not a handle of the database port')
  const names = columns.map((name) => pg.escapeIdentifier(name)).join()
  await session.copy(`${pg.escapeIdentifier(table)} (${names})`, piecesOf(rows))
}

function* piecesOf(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let piece = ''
  for (const row of rows) {
    piece += `${row.map(textOf).join('\t')}\n`
    if (piece.length >= PIECE_LENGTH) {
      yield piece
      piece = ''
    }
  }
  if (piece !== '') yield piece
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A value in the text format of COPY, where a tab ends a value and a line feed a row. */
function textOf(value: CopyValue): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  return value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
}
