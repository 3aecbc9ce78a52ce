import { SCAN_DIMENSIONS, type Scans } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { whenIdle } from '../../lib/boot/when-idle'
import { zoneName } from '../../lib/format/zone-name'
import { useLanguage } from '../../lib/i18n/i18n'
import { buttonClass } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { EmptyState } from '../../ui/state/empty-state'
import { LoadError } from '../../ui/state/load-error'
import { type CodeId, scansQuery } from './api'
import { ChartCard } from './chart-card'
import { Breakdown } from './facet-breakdown'
import { OutcomeBreakdown } from './outcome-breakdown'
import { rememberRange, shownRange } from './range'
import { RangeBar } from './range-bar'
import styles from './scans.module.css'
import type { ScansSearch } from './search'
import { Figures } from './totals'
import { UncountedScans } from './uncounted-scans'
import { useLiveTotal, useRefreshBehind } from './use-live-total'

// The screen itself comes before it.
const PrintedReport = lazy(async () => {
  await whenIdle()
  return { default: (await import('./printed-report')).PrintedReport }
})

export interface ScansViewProps {
  codeId: CodeId
  search: ScansSearch
  onSearch: (search: ScansSearch) => void
}

/** All that is known of the scans of a code, or of all codes. */
export function ScansView({ codeId, search, onSearch }: ScansViewProps) {
  const { t } = useTranslation('scans')
  const range = shownRange(search, useLanguage())
  const { from, to, unit } = range
  const scans = useQuery(scansQuery(codeId, { from, to, unit }))
  const live = useLiveTotal(codeId)
  useRefreshBehind(codeId, scans, live)
  // Hundreds of rows are drawn in turns.
  const data = useDeferredValue(scans.data, undefined)
  return (
    <>
      <RangeBar
        codeId={codeId}
        range={range}
        onChange={(next) => {
          rememberRange(next)
          onSearch(next)
        }}
      />
      {!data && !scans.isError && <ViewSkeleton />}
      {scans.isError && !scans.data && (
        <Card>
          <LoadError
            title={t('load-error')}
            text={messageOf(scans.error, '')}
            onRetry={() => scans.refetch()}
          />
        </Card>
      )}
      {data && (
        <div
          aria-busy={scans.isPlaceholderData || data !== scans.data || undefined}
          className={`gap-8 ${styles.view}`}
        >
          <Loaded scans={data} codeId={codeId} total={live ?? data.total} search={search} />
          <Suspense>
            <PrintedReport scans={data} codeId={codeId} />
          </Suspense>
        </div>
      )}
    </>
  )
}

interface LoadedProps {
  scans: Scans
  codeId: CodeId
  total: number
  search: ScansSearch
}

function Loaded({ scans, codeId, total, search }: LoadedProps) {
  const { t } = useTranslation('scans')
  return (
    <>
      <Card>
        <Figures scans={scans} total={total} />
      </Card>
      {/* Which codes did best is what the page of all codes is opened for. */}
      {scans.scans > 0 && scans.codes && scans.codes.length > 0 && (
        <Breakdown
          title={t('dimension.code')}
          dimension="code"
          shares={scans.codes}
          scans={scans.scans}
          search={search}
        />
      )}
      {total === 0 && (
        <Card>
          <EmptyState
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              codeId !== null && (
                <Link
                  to="/dynamic-codes"
                  search={{ code: codeId }}
                  className={buttonClass({ variant: 'default' })}
                >
                  {t('empty.open')}
                </Link>
              )
            }
          />
        </Card>
      )}
      {total > 0 && scans.scans === 0 && (
        <Card>
          <EmptyState title={t('empty.period')} text={t('empty.period-text')} />
        </Card>
      )}
      {scans.scans > 0 && (
        <Card isPadded>
          <ChartCard scans={scans} />
          <p className={`fine muted ${styles.zone}`}>
            {t('zone')} <bdi dir="ltr">{zoneName(scans.zone)}</bdi>
          </p>
        </Card>
      )}
      {codeId !== null && scans.outcomes && (
        <OutcomeBreakdown codeId={codeId} outcomes={scans.outcomes} scans={scans.scans} />
      )}
      {scans.scans > 0 && (
        <div className={`gap-8 ${styles.breakdowns}`}>
          {SCAN_DIMENSIONS.map((dimension) => (
            <Breakdown
              key={dimension}
              title={t(`dimension.${dimension}`)}
              dimension={dimension}
              shares={scans.breakdowns[dimension]}
              scans={scans.scans}
            />
          ))}
        </div>
      )}
      <UncountedScans scans={scans} codeId={codeId} />
    </>
  )
}

function ViewSkeleton() {
  const { t } = useTranslation('common')
  return (
    <div className={`gap-8 ${styles.view}`} role="status" aria-label={t('loading')}>
      <i className={styles.bone} style={{ height: 112 }} />
      <i className={styles.bone} style={{ height: 360 }} />
      <i className={styles.bone} style={{ height: 220 }} />
    </div>
  )
}
