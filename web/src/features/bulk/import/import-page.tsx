import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { Card } from '../../../ui/card/card'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { TrialStrip } from '../../../ui/qr/trial-strip'
import { LoadError } from '../../../ui/state/load-error'
import { runQuery } from '../api'
import { type Import, importOf } from './api'
import { ImportDryRun } from './dry-run/dry-run'
import { STEP_OF, Steps } from './steps'

const ImportRun = lazy(async () => ({ default: (await import('./run/import-run')).ImportRun }))
const PointCard = lazy(async () => ({ default: (await import('./point/point-card')).PointCard }))

/** One import, at the step where it is; it is the same after a reload. */
export function ImportPage() {
  const { t } = useTranslation('bulk')
  const { id = '' } = useParams({ strict: false })
  const { data: run, error, isError, refetch } = useQuery(runQuery(id))
  const data = run ? importOf(run) : null
  if (data)
    return (
      <div className="stack gap-8">
        <Steps current={STEP_OF[data.state]} note={isBefore(data) && t('import.nothing-saved')} />
        <TrialStrip />
        {isBefore(data) ? (
          <ImportDryRun item={data} />
        ) : (
          <Suspense fallback={<Loading />}>
            <ImportRun item={data} />
            {data.state === 'done' && data.host !== '' && <PointCard item={data} />}
          </Suspense>
        )}
      </div>
    )
  if (!run && !isError) return <Loading />
  const isGone = run !== undefined || (error instanceof ApiError && error.statusCode === 404)
  return (
    <Card>
      <LoadError
        {...(isGone && { title: t('import.gone'), text: t('import.gone.text') })}
        onRetry={refetch}
      />
    </Card>
  )
}

const isBefore = ({ state }: Import) => state === 'mapping' || state === 'ready'

const Loading = () => (
  <Card>
    <ListSkeleton rows={6} />
  </Card>
)
