import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { RecentCard } from '../../../ui/list/recent-card'
import { recentQuery } from '../api'
import { BatchLine } from './batch-line'

/** The batches of the last thirty days, the newest first, with what can still be done with each. */
export function RecentBatches() {
  const { t } = useTranslation('code-batches')
  const recent = useInfiniteQuery(recentQuery)
  return (
    <RecentCard
      id="recent-batches"
      title={t('recent')}
      emptyText={t('recent.empty')}
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
      {(batch) => <BatchLine batch={batch} />}
    </RecentCard>
  )
}
