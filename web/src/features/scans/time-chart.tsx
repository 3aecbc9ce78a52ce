import 'uplot/dist/uPlot.min.css'
import { formatNumber, languageOf, type ScanPoint, type ScanUnit } from '@scanleaf/shared'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import { formatCount } from '../../lib/format/format'
import { useLanguage } from '../../lib/i18n/i18n'
import { partName } from './labels'
import styles from './scans.module.css'

export interface TimeChartProps {
  points: readonly ScanPoint[]
  before: readonly ScanPoint[]
  /** The last part that has begun is not over: it is drawn as one that still grows. */
  isRunning: boolean
  unit: ScanUnit
  zone: string
  height?: number
}

/** Bars stay readable up to this many. */
const MAX_BARS = 31

/** Scans and unique visitors over time, with the previous period behind them. The table beside it is the text alternative. */
export function TimeChart({ points, before, isRunning, unit, zone, height = 260 }: TimeChartProps) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  const scheme = useScheme()
  const host = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<{ index: number; left: number } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas takes its colours when it is drawn
  useEffect(() => {
    const element = host.current
    if (!element) return
    const isRtl = languageOf(language).dir === 'rtl'
    const nameOf = partName(unit, zone)
    const now = new Date().toISOString()
    const running = isRunning ? points.findLastIndex(({ at }) => at <= now) : -1
    const isBars = points.length <= MAX_BARS
    const scans = points.map((point) => point.scans)
    const uniques = points.map((point) => point.uniques)
    const chart = new uPlot(
      {
        ...look(element, { isBars, isRtl, running }),
        width: element.clientWidth,
        height,
        axes: axesOf(
          element,
          isRtl,
          (index) => (points[index] ? nameOf(points[index].at) : ''),
          (count) => formatCount(count, language),
        ),
        hooks: {
          setCursor: [
            ({ cursor: { idx, left = -1 } }: uPlot) =>
              setCursor(typeof idx === 'number' && left >= 0 ? { index: idx, left } : null),
          ],
        },
      },
      [
        points.map((_, index) => index),
        points.map((_, index) => before[index]?.scans ?? null),
        isBars ? scans : beforePart(scans, running),
        beforePart(uniques, running),
        isBars ? none(scans) : fromPart(scans, running),
        fromPart(uniques, running),
      ],
      element,
    )
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      chart.destroy()
    }
  }, [points, before, isRunning, unit, zone, language, height, scheme])

  const shown = cursor && points[cursor.index]
  return (
    <div className={styles.chart} aria-hidden="true">
      <div ref={host} dir="ltr" />
      {shown && (
        <div className={`gap-2 ${styles.tip}`} data-end={cursor.index > points.length / 2 || undefined}>
          <b>{partName(unit, zone, true)(shown.at)}</b>
          <span data-series="scans">
            {t('scans')} <b>{formatNumber(shown.scans, language)}</b>
          </span>
          <span data-series="uniques">
            {t('uniques')} <b>{formatNumber(shown.uniques, language)}</b>
          </span>
          <span data-series="before">
            {t('before')} <b>{formatNumber(before[cursor.index]?.scans ?? 0, language)}</b>
          </span>
        </div>
      )}
    </div>
  )
}

const readScheme = (): string => document.documentElement.dataset['colorScheme'] ?? ''

/** Changes with the colour scheme of the page. */
function useScheme(): string {
  const [scheme, setScheme] = useState(readScheme)
  useEffect(() => {
    const observer = new MutationObserver(() => setScheme(readScheme()))
    observer.observe(document.documentElement, { attributeFilter: ['data-color-scheme'] })
    return () => observer.disconnect()
  }, [])
  return scheme
}

const colourOf = (element: Element, name: string): string =>
  getComputedStyle(element).getPropertyValue(name).trim()

interface Look {
  isBars: boolean
  isRtl: boolean
  /** The part that still runs, -1 for none. */
  running: number
}

const none = (values: readonly number[]) => values.map(() => null)

/** A line up to the part that still runs. */
const beforePart = (values: readonly number[], running: number) =>
  values.map((value, index) => (running >= 0 && index >= running ? null : value))

/** The line from there to the period that is still running. */
const fromPart = (values: readonly number[], running: number) =>
  values.map((value, index) => (index === running || index === running - 1 ? value : null))

function look(element: Element, { isBars, isRtl, running }: Look): Omit<uPlot.Options, 'width' | 'height'> {
  const [brand, amber] = [colourOf(element, '--brand'), colourOf(element, '--amber')]
  const pale = (percent: number) => `color-mix(in srgb, ${brand} ${percent}%, transparent)`
  const points = { show: false }
  const dashed = { dash: [4, 4], points }
  const bars = uPlot.paths.bars?.({
    size: [0.6, 36],
    radius: 0.15,
    disp: {
      fill: {
        unit: 3,
        values: (chart) => [...chart.data[0].keys()].map((part) => (part === running ? pale(45) : brand)),
      },
    },
  })
  return {
    legend: { show: false },
    padding: [12, 8, 0, 8],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: false, dir: isRtl ? -1 : 1, range: (_chart, min, max) => [min - 0.5, max + 0.5] },
      y: { range: (_chart, _min, max) => [0, Math.max(4, max * 1.08)] },
    },
    series: [
      {},
      { stroke: colourOf(element, '--control-line'), width: 1.5, ...dashed },
      {
        stroke: brand,
        width: isBars ? 0 : 2,
        fill: isBars ? brand : pale(14),
        points,
        ...(isBars && bars && { paths: bars }),
      },
      { stroke: amber, width: 2, points },
      { stroke: brand, width: 2, ...dashed },
      { stroke: amber, width: 2, ...dashed },
    ],
  }
}

function axesOf(
  element: Element,
  isRtl: boolean,
  nameOf: (index: number) => string,
  count: (value: number) => string,
): uPlot.Axis[] {
  const axis = {
    stroke: colourOf(element, '--ink-2'),
    font: `12px ${getComputedStyle(element).fontFamily}`,
    grid: { stroke: colourOf(element, '--line'), width: 1 },
    ticks: { show: false },
  }
  return [
    {
      ...axis,
      grid: { show: false },
      size: 30,
      space: 64,
      incrs: [1, 2, 3, 5, 7, 10, 14, 30, 60, 90, 120, 240],
      values: (_chart, splits) => splits.map((split) => (Number.isInteger(split) ? nameOf(split) : '')),
    },
    {
      ...axis,
      side: isRtl ? 1 : 3,
      size: 56,
      space: 44,
      incrs: [
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 500_000,
        1_000_000,
      ],
      values: (_chart, splits) => splits.map(count),
    },
  ]
}
