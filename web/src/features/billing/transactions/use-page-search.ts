import { daysOfPeriod, localDateAt, type StatementPeriod } from '@scanleaf/shared'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { viewerZone } from '../../../lib/format/viewer-zone'
import type { ShownDays } from './api'

const FIRST_PAGE = 1
/** Rows of a page when the address names no other number (billing-spec §9). */
const PAGE_ROWS = 10

interface PageSearch {
  page?: number | undefined
  limit?: number
  period?: StatementPeriod | undefined
}

/** Period, page and limit as the address has them. */
export function usePage() {
  const { page = FIRST_PAGE, limit = PAGE_ROWS, period }: PageSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (next: PageSearch) =>
    void navigate({
      to: '.',
      search: (previous: Record<string, unknown>) => ({ ...previous, ...next }),
      resetScroll: false,
    } as Parameters<typeof navigate>[0])
  return {
    page,
    limit,
    period,
    days: daysOf(period),
    toPage: (next: number) => go({ page: next }),
    toPeriod: (next: StatementPeriod | undefined) => go({ period: next, page: undefined }),
  }
}

function daysOf(period: StatementPeriod | undefined): ShownDays {
  const zone = viewerZone()
  // None of them counts weeks.
  return { zone, ...(period && daysOfPeriod(period, localDateAt(new Date(), zone), 1)) }
}
