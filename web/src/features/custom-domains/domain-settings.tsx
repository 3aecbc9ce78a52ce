import { useQuery } from '@tanstack/react-query'
import { useDeferredData } from '../../lib/use-deferred-data'
import { Card } from '../../ui/card/card'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { LoadError } from '../../ui/state/load-error'
import { settingsQuery } from './api'
import { DomainTab } from './domain-tab'

/**
 * The custom domains of the account (billing-spec §2.4).
 * @param isOperator whether the viewer runs the installation, and can enable custom domains
 */
export function CustomDomains({ isOperator }: { isOperator: boolean }) {
  const settings = useQuery(settingsQuery)
  const data = useDeferredData(settings.data)
  if (data) return <DomainTab settings={data} isOperator={isOperator} />
  return (
    <Card>
      {settings.isError && !settings.data ? (
        <LoadError onRetry={() => settings.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  )
}
