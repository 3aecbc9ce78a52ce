import type { BulkRow } from '@scanleaf/shared'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { rowsQuery } from './api'

afterEach(() => vi.restoreAllMocks())

/** A file of 230 rows: every tenth is refused, every tenth after it twice in the file. */
const VERDICTS = Array.from({ length: 230 }, (_, index) =>
  index % 10 === 0 ? 'refused' : index % 10 === 1 ? 'twice' : 'kept',
)
const CHUNK = 100

const rowOf = (n: number): BulkRow => ({
  ...{ row: n, outcome: 'ready', name: '', dynamicId: '', codeId: null, link: null, input: null },
  ...{ from: null, to: null, problems: [] },
  file: {
    ...{ line: n + 1, verdict: VERDICTS[n - 1] as 'kept', address: '', target: '' },
    ...{ tags: [], clicks: null, createdAt: null },
  },
})

/** The rows after a cursor, as the server answers. */
function answer(address: string): Response {
  const { searchParams } = new URL(address, 'http://app.test')
  const verdict = searchParams.get('verdict')
  const after = Number(searchParams.get('cursor') ?? 0)
  const all = VERDICTS.map((_, index) => rowOf(index + 1)).filter(
    ({ row, file }) => row > after && (verdict === null || file?.verdict === verdict),
  )
  const result = all.slice(0, CHUNK)
  return Response.json({
    result,
    meta: { nextCursor: all.length > CHUNK ? (result.at(-1)?.row ?? null) : null },
  })
}

const REFUSALS = [
  { verdict: 'refused' as const, total: 23 },
  { verdict: 'path-taken' as const, total: 0 },
  { verdict: 'twice' as const, total: 23 },
]

test.each([
  { what: 'all rows', filters: [{ total: 230 }], from: 120, rows: [121, 122, 123, 124, 125] },
  {
    what: 'one verdict beyond the first chunk',
    filters: [{ verdict: 'kept' as const, total: 184 }],
    from: 112,
    rows: [143, 144, 145, 146, 147],
  },
  { what: 'several verdicts, within one', filters: REFUSALS, from: 0, rows: [1, 11, 21, 31, 41] },
  { what: 'several verdicts, over their border', filters: REFUSALS, from: 20, rows: [201, 211, 221, 2, 12] },
  { what: 'the end', filters: REFUSALS, from: 44, rows: [212, 222] },
])('a page of $what', async ({ filters, from, rows }) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => answer(String(input)))
  const page = await new QueryClient().fetchQuery(rowsQuery('a-run', filters, from, 5))
  expect(page.map(({ row }) => row)).toEqual(rows)
})
