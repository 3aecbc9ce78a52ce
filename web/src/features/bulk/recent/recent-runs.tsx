import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { RecentCard } from '../../../ui/list/recent-card'
import { recentQuery } from '../api'
import { RunLine } from './run-line'

/** The newest runs first, with what can still be done with each: imports, or all others. */
export function RecentRuns({ isImport }: { isImport: boolean }) {
  const { t } = useTranslation('bulk')
  const recent = useInfiniteQuery(recentQuery(isImport))
  return (
    <RecentCard
      id="recent-runs"
      title={t(isImport ? 'bulk:import.recent' : 'recent')}
      emptyText={t(isImport ? 'bulk:import.recent.empty' : 'recent.empty')}
      items={recent.data?.pages.flatMap(({ result }) => result)}
      isError={recent.isError}
      onRetry={recent.refetch}
      foot={
        recent.hasNextPage && (
          <Button
            variant="subtle"
            size="sm"
            loading={recent.isFetchingNextPage}
            onClick={() => void recent.fetchNextPage()}
          >
            {t('recent.older')}
          </Button>
        )
      }
    >
      {(run) => <RunLine run={run} />}
    </RecentCard>
  )
}
