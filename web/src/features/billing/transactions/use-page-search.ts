import { useNavigate, useSearch } from '@tanstack/react-router'

const FIRST_PAGE = 1
/** Rows of a page when the address names no other number (billing-spec §9). */
const PAGE_ROWS = 10

/** Page and limit as the address has them. */
export function usePage() {
  const { page = FIRST_PAGE, limit = PAGE_ROWS }: { page?: number; limit?: number } = useSearch({
    strict: false,
  })
  const navigate = useNavigate()
  return {
    page,
    limit,
    toPage: (next: number) =>
      void navigate({
        to: '.',
        search: (previous: Record<string, unknown>) => ({ ...previous, page: next }),
        resetScroll: false,
      } as Parameters<typeof navigate>[0]),
  }
}
