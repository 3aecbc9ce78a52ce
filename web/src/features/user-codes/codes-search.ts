import { useNavigate, useSearch } from '@tanstack/react-router'

/** Rows of a page when the address names no other number (spec §9). */
const PAGE_ROWS = 10

export interface CodesSearch {
  page: number
  limit: number
  /** The code whose popup is open. */
  code: string | undefined
  toPage: (page: number, options?: { isReplaced?: boolean }) => void
  /** Opening is a step that the browser's way back undoes; closing is not. */
  openCode: (id: string) => void
  closeCode: () => void
}

/** What the address says of a list: page, limit and the open code. Everything else in it is kept. */
export function useCodesSearch(): CodesSearch {
  const { page = 1, limit = PAGE_ROWS, code } = useSearch({ strict: false })
  const navigate = useNavigate()

  const change = (next: { page?: number; code?: string | undefined }, isReplaced: boolean) =>
    void navigate({
      to: '.',
      search: (previous: Record<string, unknown>) => ({ ...previous, ...next }),
      replace: isReplaced,
      resetScroll: false,
    } as Parameters<typeof navigate>[0])

  return {
    page,
    limit,
    code,
    toPage: (next, { isReplaced = false } = {}) => change({ page: next, code: undefined }, isReplaced),
    openCode: (id) => change({ code: id }, false),
    closeCode: () => change({ code: undefined }, true),
  }
}
