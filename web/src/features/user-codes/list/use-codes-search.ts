import { useNavigate, useSearch } from '@tanstack/react-router'

/** Rows of a page when the address names no other number (spec §9). */
const PAGE_ROWS = 10
export const PAGE_SIZES = [PAGE_ROWS, 25, 50, 100] as const

/** What narrows and orders a list; each has its place in the address. */
export interface CodesFilter {
  q: string
  contentType: string
  tag: string
  /** Those of one batch alone, by its id. */
  batch: string
  /** `paused` codes alone or all others, `active`; empty for both. */
  state: string
  /** Empty for the newest first. */
  sort: string
}

export const NO_FILTER: CodesFilter = { q: '', contentType: '', tag: '', batch: '', state: '', sort: '' }

export interface CodesSearch extends CodesFilter {
  page: number
  limit: number
  /** The code whose popup is open. */
  code: string | undefined
  /** Some codes may be left out. */
  isNarrowed: boolean
  toPage: (page: number, options?: { isReplaced?: boolean }) => void
  /** Begins at page 1. */
  setLimit: (limit: number) => void
  /** Begins at page 1. */
  narrow: (filter: Partial<CodesFilter>, options?: { isReplaced?: boolean }) => void
  /** Opening adds a history entry; closing does not. */
  openCode: (id: string) => void
  closeCode: () => void
}

interface Address extends Partial<CodesFilter> {
  page?: number | undefined
  limit?: number | undefined
  code?: string | undefined
}

/** The state of a list in the URL: page, limit, filters and the open code. Everything else in it is kept. */
export function useCodesSearch(): CodesSearch {
  const found = useSearch({ strict: false })
  const {
    page = 1,
    limit = PAGE_ROWS,
    code,
    q = '',
    contentType = '',
    tag = '',
    batch = '',
    state = '',
    sort = '',
  } = found
  const navigate = useNavigate()

  const change = (next: Address, isReplaced: boolean) =>
    void navigate({
      to: '..',
      search: (previous: Record<string, unknown>) => ({ ...previous, ...next }),
      replace: isReplaced,
      resetScroll: false,
    } as Parameters<typeof navigate>[0])

  return {
    page,
    limit,
    code,
    q,
    contentType,
    tag,
    batch,
    state,
    sort,
    isNarrowed: q !== '' || contentType !== '' || tag !== '' || batch !== '' || state !== '',
    toPage: (next, { isReplaced = false } = {}) => change({ page: next, code: undefined }, isReplaced),
    setLimit: (rows) =>
      change({ limit: rows === PAGE_ROWS ? undefined : rows, page: undefined, code: undefined }, false),
    narrow: (filter, { isReplaced = false } = {}) =>
      change({ ...filter, page: undefined, code: undefined }, isReplaced),
    openCode: (id) => change({ code: id }, false),
    closeCode: () => change({ code: undefined }, true),
  }
}
