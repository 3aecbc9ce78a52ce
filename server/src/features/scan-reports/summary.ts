import { localDateAt, SCAN_DIMENSIONS, scanValueName } from '@scanleaf/shared'
import type { ReportOf } from '@scanleaf/shared/scan-report'
import { spreadsheetCsv } from '../../platform/export/csv'

/**
 * The statistics as one table for a spreadsheet: what a row is about, its name, its scans and its unique visitors, which
 * only parts of the period have. Days are ISO 8601, which spreadsheets read as dates.
 */
export function summaryCsv({ scans, language, t }: ReportOf): string {
  const { head, row } = spreadsheetCsv(language)
  const { unit, zone } = scans
  const partName = (at: string): string => {
    const day = localDateAt(new Date(at), zone)
    return unit === 'month' ? day.slice(0, 7) : day
  }
  const share = (section: string) => (name: string, count: number) => row([section, name, `${count}`, ''])
  const code = share(t('scans:dimension.code'))
  const lines = [
    head([t('scans:summary.section'), t('scans:summary.name'), t('scans:scans'), t('scans:uniques')]),
    row([t('scans:report.sum'), `${scans.from} – ${scans.to}`, `${scans.scans}`, `${scans.uniques}`]),
    ...scans.points.map(({ at, scans: count, uniques }) =>
      row([t(`scans:unit.${unit}`), partName(at), `${count}`, `${uniques}`]),
    ),
    ...(scans.codes ?? []).map(({ value, name, scans: count }) =>
      code(value === '*' ? t('scans:value.other') : name, count),
    ),
    ...SCAN_DIMENSIONS.flatMap((dimension) => {
      const line = share(t(`scans:dimension.${dimension}`))
      return scans.breakdowns[dimension].map(({ value, scans: count }) =>
        line(scanValueName(dimension, value, language, t as (key: string) => string), count),
      )
    }),
  ]
  return lines.join('')
}
