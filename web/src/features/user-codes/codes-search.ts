import { Paging } from '@scanleaf/shared'
import { useNavigate, useSearch } from '@tanstack/react-router'

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
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { page, limit } = Paging.parse({ page: search['page'], limit: search['limit'] })
  const code = search['code']

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
    code: code === undefined || code === '' ? undefined : String(code),
    toPage: (next, { isReplaced = false } = {}) => change({ page: next, code: undefined }, isReplaced),
    openCode: (id) => change({ code: id }, false),
    closeCode: () => change({ code: undefined }, true),
  }
}
