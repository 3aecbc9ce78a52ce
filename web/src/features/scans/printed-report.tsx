import { isRightToLeft } from '@scanleaf/qr'
import {
  cutToFit,
  type DesignedPage,
  daysBetween,
  PAGE_WEIGHTS,
  type PageText,
  type Scans,
} from '@scanleaf/shared'
import { MAX_REPORT_PARTS, type ReportTexts, reportPages } from '@scanleaf/shared/scan-report'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { useLanguage } from '../../lib/i18n/i18n'
import { type CodeId, codeQuery, scansQuery } from './api'
import styles from './printed-report.module.css'

interface PrintedReportProps {
  codeId: CodeId
  scans: Scans
}

/** What is printed in place of the screen: the pages of the PDF report, drawn when the browser begins to print. */
export function PrintedReport({ codeId, scans }: PrintedReportProps) {
  const [madeAt, setMadeAt] = useState<Date | null>(null)
  const code = useQuery({ ...codeQuery(codeId ?? ''), enabled: codeId !== null })
  const { data = scans } = useQuery(scansQuery(codeId, { ...daysOf(scans), unit: unitOf(scans) }))
  useEffect(() => {
    // The browser prints what is there when the event is over.
    const begin = () => flushSync(() => setMadeAt(new Date()))
    const end = () => setMadeAt(null)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  if (madeAt === null) return null
  const name = codeId === null ? null : code.data?.name || (code.data?.dynamicId ?? '')
  return createPortal(<Pages scans={data} name={name} madeAt={madeAt} />, document.body)
}

const daysOf = ({ from, to }: Scans) => ({ from, to })

/** That of the screen, unless it has more parts than fit on a page. */
function unitOf({ from, to, unit, points }: Scans): Scans['unit'] {
  if (points.length <= MAX_REPORT_PARTS) return unit
  return daysBetween(from, to) < MAX_REPORT_PARTS ? 'day' : 'month'
}

interface PagesProps {
  scans: Scans
  /** Of the code; null for all codes. */
  name: string | null
  madeAt: Date
}

function Pages({ scans, name, madeAt }: PagesProps) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  const { appName } = useConfig()
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset['printed'] = 'report'
    return () => {
      delete root.dataset['printed']
    }
  }, [])
  const texts: ReportTexts = (key, values) => t(key as 'scans:report.page', values as { page: string })
  const pages = reportPages({ scans, code: name, language, t: texts, appName, madeAt })
  return (
    <div className={styles.pages}>
      {pages.map((page, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its place alone
        <Page key={place} page={page} />
      ))}
    </div>
  )
}

const ANCHORS = { left: 'start', middle: 'middle', right: 'end' } as const

function Page({ page: { height, language, marks } }: { page: DesignedPage }) {
  const fit = textFitting()
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: its words are text
    <svg className={styles.page} viewBox={`0 0 210 ${height}`} direction="ltr" lang={language}>
      {marks.map((mark, place) => {
        const { red, green, blue } = mark.color
        const color = `rgb(${red}, ${green}, ${blue})`
        const key = place
        if (mark.kind === 'box') {
          const { x, y, width, height } = mark
          return <rect key={key} x={x} y={y} width={width} height={height} fill={color} />
        }
        if (mark.kind === 'line')
          return (
            <polyline
              key={key}
              points={mark.points.map((point) => point.join(' ')).join(' ')}
              fill="none"
              stroke={color}
              strokeWidth={mark.width}
              strokeDasharray={mark.dashes?.join(' ')}
            />
          )
        const text = fit(mark)
        if (text === '') return null
        return (
          <text
            key={key}
            x={mark.x}
            y={mark.y}
            fontSize={mark.em}
            fontWeight={weightOf(mark)}
            textAnchor={ANCHORS[mark.align]}
            fill={color}
          >
            {isRightToLeft(text) ? `\u2067${text}\u2069` : text}
          </text>
        )
      })}
    </svg>
  )
}

const weightOf = ({ isBold }: PageText): number => (isBold ? PAGE_WEIGHTS.bold : PAGE_WEIGHTS.regular)

/** Size at which letters are measured: small ones are rounded. */
const MEASURED = 100

/** Cuts words that are longer than their room, as the fonts of the screen draw them. */
function textFitting(): (mark: PageText) => string {
  const context = document.createElement('canvas').getContext('2d')
  const { fontFamily } = getComputedStyle(document.body)
  return (mark) => {
    const { text, em, room } = mark
    if (!context) return text
    context.font = `${weightOf(mark)} ${MEASURED}px ${fontFamily}`
    return cutToFit(text, (shown) => (context.measureText(shown).width * em) / MEASURED <= room)
  }
}
