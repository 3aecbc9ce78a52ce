import type { Scans } from '../schema'
import { daysBetween } from '../zone'
import { COLORS, INNER, PAGE, type Paper } from './paper'
import { busiest, type ReportWords } from './words'

const LEFT = PAGE.edge
const RIGHT = PAGE.width - PAGE.edge
export const ROW = 6.4
const PART_ROW = 5.6
export const TITLE = 8
const HEADING = { em: 3.7, isBold: true }

/** Four figures in a row. @returns where the next part begins */
export function drawTotals(paper: Paper, y: number, scans: Scans, words: ReportWords): number {
  const { t, count, change } = words
  const before = scans.before.soFar ?? scans.before
  const days = daysBetween(scans.from, scans.to) + 1
  const most = busiest(scans.points)
  const compared = (now: number, then: number) =>
    [change(now, then), `${t('scans:before')}: ${count(then)}`].filter((part) => part !== '').join(' · ')
  const figures = [
    [54, t('scans:scans'), scans.scans, compared(scans.scans, before.scans)],
    [54, t('scans:uniques'), scans.uniques, compared(scans.uniques, before.uniques)],
    [37, t('scans:report.average'), Math.round(scans.scans / days), ''],
    [37, t('scans:report.most'), most?.scans ?? 0, most ? words.longPart(most.at) : ''],
  ] as const
  paper.rule(LEFT, y, INNER)
  let x = LEFT
  for (const [width, label, figure, below] of figures) {
    const room = width - 3
    paper.text(label, x, y + 6, { em: 2.9, color: COLORS.quiet, room })
    paper.text(count(figure), x, y + 14, { em: 6.4, isBold: true, room })
    paper.text(below, x, y + 19.5, { em: 2.6, color: COLORS.quiet, room })
    x += width
  }
  paper.rule(LEFT, y + 23, INNER)
  return y + 33
}

/** A round number of at least the most, which the axis ends with. */
function ceiling(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 4)))
  return [1, 2, 3, 4, 6, 8, 10].map((step) => step * power).find((end) => end >= most) ?? most
}

const CHART = 46
const LABELS = 12

/** Bars of this period, a dashed line of the one before. @returns where the next part begins */
export function drawChart(paper: Paper, y: number, scans: Scans, words: ReportWords): number {
  const { points, before } = scans
  const top = y + TITLE
  const [first, width] = [LEFT + 13, INNER - 13]
  const end = ceiling(Math.max(...[...points, ...before.points].map((point) => point.scans)))
  const step = width / points.length
  const heightOf = (count: number): number => (CHART * count) / end
  paper.text(words.t('scans:chart.title'), LEFT, y, { ...HEADING, room: 90 })
  paper.dashed([
    [RIGHT - 50, y - 1.2],
    [RIGHT - 42, y - 1.2],
  ])
  paper.text(words.t('scans:before'), RIGHT - 40, y, { em: 2.7, color: COLORS.quiet, room: 40 })
  const small = { em: 2.6, color: COLORS.quiet }
  for (const part of [0, 0.5, 1]) {
    const line = top + CHART - CHART * part
    paper.rule(first, line, width)
    paper.text(words.count(end * part), first - 2, line + 1, { ...small, align: 'right', room: 12 })
  }
  for (const [index, { at, scans: count }] of points.entries()) {
    const height = heightOf(count)
    const color = words.isWeekend(at) ? COLORS.weekend : COLORS.day
    if (height > 0) paper.box(first + step * (index + 0.15), top + CHART - height, step * 0.7, height, color)
    if (index % Math.ceil(points.length / LABELS) === 0)
      paper.text(words.part(at), first + step * (index + 0.5), top + CHART + 4.5, {
        ...small,
        align: 'middle',
      })
  }
  const line = before.points.slice(0, points.length)
  if (line.length > 1)
    paper.dashed(
      line.map((point, index) => [first + step * (index + 0.5), top + CHART - heightOf(point.scans)]),
    )
  return top + CHART + 17
}

export interface NamedShare {
  name: string
  scans: number
}

/** As many as there is room for, and all others as one. */
export function cutShares(shares: readonly NamedShare[], most: number, other: string): NamedShare[] {
  if (shares.length <= most) return [...shares]
  const rest = shares.slice(most - 1).reduce((sum, share) => sum + share.scans, 0)
  return [...shares.slice(0, most - 1), { name: other, scans: rest }]
}

export interface SharesPart {
  title: string
  shares: readonly NamedShare[]
  /** Scans of all, which the shares are of. */
  whole: number
}

/** Rows with a bar, a number and a share. @returns where the next part begins */
export function drawShares(
  paper: Paper,
  { x, y, width }: { x: number; y: number; width: number },
  { title, shares, whole }: SharesPart,
  words: ReportWords,
): number {
  const most = Math.max(1, ...shares.map(({ scans }) => scans))
  const names = width * 0.4
  const bars = width - names - 34
  paper.text(title, x, y, { ...HEADING, room: width })
  for (const [index, { name, scans }] of shares.entries()) {
    const line = y + TITLE + index * ROW
    if (index > 0) paper.rule(x, line - 4.4, width)
    paper.text(name, x, line, { room: names - 2 })
    paper.box(x + names, line - 2.2, Math.max(0.4, (bars * scans) / most), 2.2)
    paper.text(words.count(scans), x + width - 17, line, { align: 'right', isBold: true, room: 18 })
    paper.text(words.share(scans, whole), x + width, line, {
      ...{ align: 'right', color: COLORS.quiet, room: 16 },
    })
  }
  return y + TITLE + shares.length * ROW + 6
}

const COLUMNS = 3
const GAP = 8

export const figuresHeight = ({ points }: Scans): number =>
  TITLE + 2 + Math.ceil((points.length + 1) / COLUMNS) * PART_ROW

/** Every part of the chart in numbers, in three columns, and their sum. */
export function drawFigures(paper: Paper, y: number, scans: Scans, words: ReportWords): void {
  const { t, count } = words
  const rows = [
    ...scans.points.map((point) => ({ ...point, name: words.longPart(point.at), isBold: false })),
    { name: t('scans:report.sum'), scans: scans.scans, uniques: scans.uniques, isBold: true },
  ]
  const length = Math.ceil(rows.length / COLUMNS)
  const width = (INNER - (COLUMNS - 1) * GAP) / COLUMNS
  paper.text(t('scans:report.figures'), LEFT, y, HEADING)
  for (let column = 0; column * length < rows.length; column++) {
    const x = LEFT + column * (width + GAP)
    const head = { em: 2.4, align: 'right', color: COLORS.quiet, room: 25 } as const
    paper.text(t('scans:scans'), x + width - 26, y + TITLE - 1, head)
    paper.text(t('scans:uniques'), x + width, y + TITLE - 1, head)
    for (const [index, row] of rows.slice(column * length, (column + 1) * length).entries()) {
      const line = y + TITLE + 5 + index * PART_ROW
      paper.rule(x, line - 4, width)
      paper.text(row.name, x, line, { em: 2.9, isBold: row.isBold, room: 22 })
      const number = { em: 2.9, align: 'right', isBold: row.isBold, room: 17 } as const
      paper.text(count(row.scans), x + width - 26, line, number)
      paper.text(count(row.uniques), x + width, line, number)
    }
  }
}
