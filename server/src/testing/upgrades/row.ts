import { createHash } from 'node:crypto'

export const NOW = '2026-11-01T00:00:00Z'
/** No test sees it pass. */
export const FAR = '2126-11-01T00:00:00Z'

/** Of the two people who have two of each thing that somebody can have more than one of. */
export const BOTH: readonly number[] = [1, 2]

export interface Size {
  /** From four on. */
  users: number
  /** Five to a person. */
  codes: number
}

/** The `n`th id of a kind, as filling.ts writes them in SQL. */
export const idOf = (kind: string, n: number): string =>
  `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

export const userId = (n: number): string => idOf('1', n)
export const email = (n: number): string => `user${n}@example.test`

/** Session id of the `n`th session of a person, who is signed in on two devices. */
export const sessionOf = (p: number, n: number): string => `session-${p}-${n}`

/** A statement that inserts a row; columns that it does not name have their default. */
export function rowInto(table: string, row: Readonly<Record<string, unknown>>): string {
  const columns = Object.keys(row)
    .map((name) => `"${name}"`)
    .join()
  const json = JSON.stringify(row).replaceAll("'", "''")
  return `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, '${json}')`
}

/** Of a stored file whose content is this text. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
