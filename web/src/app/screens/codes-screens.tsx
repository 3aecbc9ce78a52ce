import { type ComponentProps, lazy, Suspense } from 'react'
import { CodesPage, type CodesSlots } from '../../features/user-codes'
import { DesignDialog } from '../design-dialog'

const ScanSummary = lazy(async () => ({ default: (await import('../../features/scans')).ScanSummary }))
const LazyScanTrend = lazy(async () => ({
  default: (await import('../../features/scans/row-sparkline')).ScanTrend,
}))

const OwnReports = lazy(async () => ({
  default: (await import('../../features/code-reports/own-reports')).OwnReportsNote,
}))

const PdfProperties = lazy(async () => ({
  default: (await import('../../features/pdf-codes/edit/pdf-properties')).PdfProperties,
}))

const PageProperties = lazy(async () => ({
  default: (await import('../../features/pages/page-properties')).PageProperties,
}))

const ManyActions = lazy(async () => ({ default: (await import('./many-actions')).ManyActions }))

const Elsewhere = lazy(async () => ({ default: (await import('../elsewhere')).Elsewhere }))

const SetUp = lazy(async () => ({
  default: (await import('../../features/status/set-up/set-up-over-list')).SetUpOverList,
}))

/** The rows do not wait for it. */
const ScanTrend = (props: ComponentProps<typeof LazyScanTrend>) => (
  <Suspense>
    <LazyScanTrend {...props} />
  </Suspense>
)

/** What other features show on the screens of the codes; each comes when it is first drawn. */
const slots: CodesSlots = {
  DesignDialog,
  Elsewhere,
  ManyActions,
  OwnReports,
  PageProperties,
  PdfProperties,
  ScanSummary,
  ScanTrend,
  SetUp,
}

export const DynamicCodesScreen = () => <CodesPage productId="dynamic-code" slots={slots} />
export const StaticCodesScreen = () => <CodesPage productId="static-code" slots={slots} />
