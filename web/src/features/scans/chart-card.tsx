import { formatNumber, type Scans } from '@scanleaf/shared'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconPhotoDown from '@tabler/icons-react/dist/esm/icons/IconPhotoDown.mjs'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import { lazy, memo, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/api/download'
import { zoneName } from '../../lib/format/zone-name'
import { useLanguage } from '../../lib/i18n/i18n'
import { Button } from '../../ui/button/button'
import { Table } from '../../ui/table/table'
import { showToast } from '../../ui/toast/toasts'
import { dayName, partName } from './labels'
import styles from './scans.module.css'

const TimeChart = lazy(async () => ({ default: (await import('./time-chart')).TimeChart }))

const CHART_HEIGHT = 260

/**
 * The chart, and the table behind it: for screen readers always, for everybody at a press. Not drawn again when only the
 * live counter beside it has changed.
 */
export const ChartCard = memo(function ChartCard({ scans }: { scans: Scans }) {
  const { t } = useTranslation('scans')
  const [isTable, setTable] = useState(false)
  const titleId = useId()
  const figure = useRef<HTMLElement>(null)
  async function savePicture() {
    const chart = figure.current?.querySelector('canvas')
    if (!chart) return
    const legend = [...(figure.current?.querySelectorAll('li[data-series]') ?? [])].map((mark) => ({
      name: mark.textContent,
      color: getComputedStyle(mark, '::before').borderTopColor,
    }))
    const { from, to, zone } = scans
    const subtitle = `${dayName(from)} – ${dayName(to)} · ${zoneName(zone)}`
    try {
      const { chartPicture } = await import('./chart-picture')
      saveFile(await chartPicture(chart, { title: t('scans'), subtitle, legend }), `scans-${from}-${to}.png`)
    } catch {
      showToast({ kind: 'error', title: t('chart.picture-failed') })
    }
  }

  return (
    <figure ref={figure} className={styles.figure} aria-labelledby={titleId}>
      <figcaption className={`row wrap gap-4 ${styles.figureHead}`}>
        <h2 id={titleId}>{t('chart.title')}</h2>
        {!isTable && (
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconPhotoDown size={16} stroke={1.7} aria-hidden />}
            onClick={() => void savePicture()}
          >
            {t('chart.picture')}
          </Button>
        )}
        <Button
          variant="subtle"
          size="sm"
          leftSection={
            isTable ? (
              <IconChartBar size={16} stroke={1.7} aria-hidden />
            ) : (
              <IconTable size={16} stroke={1.7} aria-hidden />
            )
          }
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'chart.as-chart' : 'chart.as-table')}
        </Button>
      </figcaption>
      {!isTable && (
        <>
          <ul className={`wrap small muted ${styles.legend}`} aria-hidden="true">
            <li data-series="scans">{t('scans')}</li>
            <li data-series="uniques">{t('uniques')}</li>
            <li data-series="before">{t('before')}</li>
          </ul>
          <Suspense fallback={<div className={styles.chartPlace} style={{ height: CHART_HEIGHT }} />}>
            <TimeChart
              points={scans.points}
              before={scans.before.points}
              isRunning={scans.before.soFar !== null}
              unit={scans.unit}
              zone={scans.zone}
              height={CHART_HEIGHT}
            />
          </Suspense>
        </>
      )}
      <div className={isTable ? styles.tableBox : 'visually-hidden'}>
        <ChartTable scans={scans} labelledBy={titleId} />
      </div>
    </figure>
  )
})

function ChartTable({ scans, labelledBy }: { scans: Scans; labelledBy: string }) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  const nameOf = partName(scans.unit, scans.zone, true)
  return (
    <Table className={styles.table} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t(`unit.${scans.unit}`)}</th>
          <th scope="col">{t('scans')}</th>
          <th scope="col">{t('uniques')}</th>
          <th scope="col">{t('before')}</th>
        </tr>
      </thead>
      <tbody>
        {scans.points.map((point, index) => (
          <tr key={point.at}>
            <th scope="row">{nameOf(point.at)}</th>
            <td>{formatNumber(point.scans, language)}</td>
            <td>{formatNumber(point.uniques, language)}</td>
            <td>{formatNumber(scans.before.points[index]?.scans ?? 0, language)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
