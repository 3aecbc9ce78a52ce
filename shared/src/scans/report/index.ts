import type { DesignedPage } from '../../generator/designed-page'
import { type Language, languageOf } from '../../languages'
import { SCAN_DIMENSIONS, type Scans } from '../schema'
import { scanValueName } from '../value-name'
import { localTimeAt } from '../zone'
import { COLORS, INNER, PAGE, Paper } from './paper'
import {
  cutShares,
  drawChart,
  drawFigures,
  drawShares,
  drawTotals,
  figuresHeight,
  ROW,
  type SharesPart,
  TITLE,
} from './parts'
import { type ReportTexts, reportWords } from './words'

export type { ReportTexts } from './words'

/** More parts than this are not told apart in the chart, and their figures take more than a page. */
export const MAX_REPORT_PARTS = 93

export interface ReportOf {
  scans: Scans
  /** What the code is called; null for all codes together. */
  code: string | null
  language: Language
  t: ReportTexts
  appName: string
  madeAt: Date
}

const CODES = 12
const VALUES = 6
const GAP = 12
const QUIET = { em: 2.6, color: COLORS.quiet }

export const reportTitle = ({ code, t }: Pick<ReportOf, 'code' | 't'>): string => code ?? t('scans:all.title')

/** One to three pages: totals, the course of the period, codes, where scans came from, and each part in numbers. */
export function reportPages(report: ReportOf): DesignedPage[] {
  const { scans, language, t, appName, madeAt } = report
  const words = reportWords(scans, language, t)
  const isMirrored = languageOf(language).dir === 'rtl'
  const first = new Paper(isMirrored)
  const papers = [first]
  let paper = first
  first.text(appName, PAGE.edge, 18, { color: COLORS.quiet })
  first.text(reportTitle(report), PAGE.edge, 29, { em: 7, isBold: true })
  const days = `${words.day(scans.from)} – ${words.day(scans.to)}`
  first.text(`${days} · ${scans.zone}`, PAGE.edge, 36, { color: COLORS.quiet })
  let y = drawChart(first, drawTotals(first, 42, scans, words), scans, words)
  const begin = (height: number): void => {
    if (y + height <= PAGE.end) return
    paper = new Paper(isMirrored)
    papers.push(paper)
    y = 22
  }

  const codes = codesOf(report)
  if (codes.shares.length > 0) {
    begin(TITLE + codes.shares.length * ROW)
    y = drawShares(paper, { x: PAGE.edge, y, width: INNER }, codes, words)
  }
  const parts = breakdownsOf(report)
  const width = (INNER - GAP) / 2
  for (let index = 0; index < parts.length; index += 2) {
    const pair = parts.slice(index, index + 2)
    begin(TITLE + Math.max(...pair.map(({ shares }) => shares.length)) * ROW)
    const ends = pair.map((part, column) =>
      drawShares(paper, { x: PAGE.edge + column * (width + GAP), y, width }, part, words),
    )
    y = Math.max(...ends) + 2
  }
  begin(figuresHeight(scans))
  drawFigures(paper, y, scans, words)

  const made = t('scans:report.made', { time: timeOf(madeAt, scans.zone) })
  for (const [index, each] of papers.entries()) {
    each.rule(PAGE.edge, 283, INNER)
    each.text(made, PAGE.edge, 288, { ...QUIET, room: 120 })
    const page = t('scans:report.page', { page: words.count(index + 1), pages: words.count(papers.length) })
    each.text(page, PAGE.width - PAGE.edge, 288, { ...QUIET, align: 'right', room: 50 })
  }
  return papers.map(({ marks }) => ({ height: PAGE.height, language, marks }))
}

/** As all times are written: HH:mm:ss - DD/MM/YYYY. */
function timeOf(at: Date, zone: string): string {
  const [day = '', time = ''] = localTimeAt(at, zone).split(' ')
  return `${time} - ${day.split('-').reverse().join('/')}`
}

function codesOf({ scans, t }: ReportOf): SharesPart {
  const other = t('scans:value.other')
  const named = (scans.codes ?? []).map(({ value, name, scans }) => ({
    name: value === '*' ? other : name,
    scans,
  }))
  return { title: t('scans:dimension.code'), shares: cutShares(named, CODES, other), whole: scans.scans }
}

const breakdownsOf = ({ scans, language, t }: ReportOf): SharesPart[] =>
  SCAN_DIMENSIONS.map((dimension) => {
    const named = scans.breakdowns[dimension].map(({ value, scans }) => ({
      name: scanValueName(dimension, value, language, t as (key: string) => string),
      scans,
    }))
    const shares = cutShares(named, VALUES, t('scans:value.other'))
    return { title: t(`scans:dimension.${dimension}`), shares, whole: scans.scans }
  }).filter(({ shares }) => shares.length > 0)
