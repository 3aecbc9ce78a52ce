/** One file of an export. Its bytes are read when their turn comes, as they are sent. */
export interface ExportEntry {
  /** Letters, digits, dots, hyphens and slashes, and what people named their files. */
  path: string
  read(): AsyncIterable<string | Uint8Array>
  /** The bytes are as dense as they get: a PDF, a picture. */
  isPacked?: boolean
}

/** A file whose bytes are in memory already, because there are few: a picture. */
export interface SmallEntry extends Pick<ExportEntry, 'path' | 'isPacked'> {
  bytes: Uint8Array
}

/** What a feature gives of an owner, one file after the other; the feature alone knows its tables. */
export type ExportOf = (ownerId: string) => AsyncIterable<ExportEntry | SmallEntry>

/** Rows of a list that is too long to be read at once. @param next some rows after the last one; none at the end */
export async function* allRows<T>(next: (last: T | null) => Promise<readonly T[]>): AsyncGenerator<T> {
  for (let last: T | null = null; ; ) {
    const some: readonly T[] = await next(last)
    if (some.length === 0) return
    yield* some
    last = some.at(-1) ?? null
  }
}

/** A JSON array, an element a line. Money, which JSON has no whole numbers for, is written as a text. */
export const jsonFile = (path: string, rows: AsyncIterable<unknown> | Iterable<unknown>): ExportEntry => ({
  path,
  async *read() {
    let before = '['
    for await (const row of rows) {
      yield `${before}\n${JSON.stringify(row, exact)}`
      before = ','
    }
    yield before === '[' ? '[]\n' : '\n]\n'
  },
})

const exact = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
