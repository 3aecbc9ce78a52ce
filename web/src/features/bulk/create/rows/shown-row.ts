import { type QrDesign, typedHost } from '@scanleaf/qr'
import type { BulkRow } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { withoutProtocol } from '../../../../lib/format/format'
import { bidiIsolate } from '../../../../lib/i18n/bidi-isolate'
import { previewSvg, symbolOf } from '../../../../lib/qr/draw'
import { problemsOf } from '../../state/local-rows'
import { payloadOf } from '../../state/payload'
import {
  type Cells,
  cellsOf,
  contentOf,
  type ManyType,
  type RowField,
  summaryOf,
} from '../../state/row-fields'

export interface ShownProblem {
  field: string
  text: string
  isWarning: boolean
}

/** A row as the screen shows it, whether the server has checked it or not. */
export interface ShownRow {
  /** From 1. */
  row: number
  name: string
  /** Its content in one line. */
  line: string
  id: string
  cells: Cells
  verdict: 'unchecked' | 'ready' | 'warned' | 'refused'
  problems: ShownProblem[]
}

/** A row that the server has not seen; `t` knows the namespace `errors`. */
export function localRow(
  t: TFunction,
  type: ManyType,
  cells: Cells,
  place: number,
  isTwice: boolean,
): ShownRow {
  const problems = problemsOf(type, cells, isTwice).map(({ field, code }) => ({
    field,
    text: t(`errors:field.${code}`, { host: bidiIsolate(typedHost(cells[field as RowField] ?? '')) }),
    isWarning: false,
  }))
  return {
    ...shownCells(type, cells),
    row: place + 1,
    verdict: problems.length > 0 ? 'refused' : 'unchecked',
    problems,
  }
}

/** A row as the dry run checked it. */
export function checkedRow(type: ManyType, checked: BulkRow): ShownRow {
  const { row, outcome, problems, dynamicId } = checked
  const shown = shownCells(type, cellsOf(type, checked.input))
  return {
    ...shown,
    row,
    id: dynamicId || shown.id,
    verdict: outcome === 'skipped' ? 'refused' : problems.length > 0 ? 'warned' : 'ready',
    problems: problems.map(({ field, message, isWarning }) => ({ field, text: message, isWarning })),
  }
}

const shownCells = (type: ManyType, cells: Cells) => ({
  name: cells.name ?? '',
  line: withoutProtocol(summaryOf(type, contentOf(type, cells))),
  id: type.isDynamic ? (cells.dynamicId ?? '') : '',
  cells,
})

/** The code of a row, small; null while its content makes none. */
export function thumbnailSvg(
  type: ManyType,
  cells: Cells,
  linkBase: string,
  design: QrDesign,
): string | null {
  try {
    const payload = payloadOf(type, cells, linkBase)
    const symbol = payload === null ? null : symbolOf(payload, design.errorCorrectionLevel)
    return symbol && previewSvg(symbol, design)
  } catch {
    return null
  }
}
