import {
  type CaptionKind,
  SheetFile,
  type SheetPlan,
  sheetPageCount,
  sheetPlan,
  sheetProblem,
} from '@scanleaf/qr'
import { type CodeSheet, MAX_NAMED_UNREADABLE } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { workedAhead } from '../../platform/export/worked-ahead'
import type { Translator } from '../../platform/i18n'
import type { DrawnCode, Generator, LabelOf } from '../generator'
import { codeRedirectOf, drawnCodeOf, type UserCodeRow } from '../user-codes'

export interface SheetContext {
  generator: Generator
  codeHost: string
}

/** Labels of one page of the largest sheets, which keeps a piece of work short where a page is a poster. */
const LABELS_AT_ONCE = 24

type Label = LabelOf<DrawnCode>

/** @throws AppError ValidationError naming the measure that does not fit */
export function refuseUnprintable({ layout, start }: CodeSheet): void {
  const problem = sheetProblem(layout, { start })
  if (!problem) return
  const { field, most } = problem
  const name = field === 'start' ? 'sheet.start' : `sheet.layout.${field}`
  const code = field === 'start' ? 'beyond-sheet' : 'does-not-fit'
  throw new AppError('ValidationError', { [name]: code }, undefined, { details: { [name]: { max: most } } })
}

/** Whether the codes are read when they are printed at this size. */
export async function readability(
  context: SheetContext,
  codes: AsyncIterable<UserCodeRow>,
  sheet: CodeSheet,
): Promise<{ codes: number; pages: number; readable: number; unreadable: UserCodeRow[] }> {
  const plan = sheetPlan(sheet.layout, sheet)
  const [cell] = plan.cells
  if (!cell) throw new Error('a plan without a label')
  let count = 0
  let readable = 0
  const unreadable: UserCodeRow[] = []
  const judged = workedAhead(inParts(codes), async (rows) => {
    const drawn = rows.map((row) => ({ row, label: labelOf(context, row, sheet, cell) }))
    const labels = drawn.flatMap(({ label }) => label ?? [])
    const read = await context.generator.readLabels(pageOf(plan, labels, sheet))
    const isRead = new Map(labels.map((label, index) => [label, read[index] === true]))
    return drawn.map(({ row, label }) => ({ row, isRead: label !== null && isRead.get(label) === true }))
  })
  for await (const part of judged)
    for (const { row, isRead } of part) {
      count++
      if (isRead) readable++
      else if (unreadable.length < MAX_NAMED_UNREADABLE) unreadable.push(row)
    }
  return { codes: count, pages: sheetPageCount(plan, count), readable, unreadable }
}

async function* inParts(codes: AsyncIterable<UserCodeRow>): AsyncGenerator<UserCodeRow[]> {
  let part: UserCodeRow[] = []
  for await (const code of codes) {
    part.push(code)
    if (part.length < LABELS_AT_ONCE) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** The bytes of the PDF, a page at a time; the next ones are drawn meanwhile. */
export async function* sheetBytes(
  context: SheetContext,
  codes: AsyncIterable<UserCodeRow>,
  sheet: CodeSheet,
  translator: Translator,
): AsyncGenerator<Uint8Array> {
  const { language } = sheet.caption
  const t = translator.in(language, 'code-files')
  const plan = sheetPlan(sheet.layout, sheet)
  const file = new SheetFile(plan, { title: t('title'), language })
  const pages = workedAhead(labelsOfPages(context, plan, codes, sheet), (labels) =>
    context.generator.drawLabels(pageOf(plan, labels, sheet), file.known()),
  )
  for await (const page of pages) yield file.page(page)
  yield file.end()
}

const pageOf = (plan: SheetPlan, labels: Label[], { cmyk, codeSide, caption }: CodeSheet) => ({
  plan,
  labels,
  drawing: { colors: cmyk ? ('cmyk' as const) : ('rgb' as const), ...(codeSide && { codeSide }) },
  language: caption.language,
})

/** A first page there is always, because a PDF without one cannot be opened. */
async function* labelsOfPages(
  context: SheetContext,
  { cells, first }: SheetPlan,
  codes: AsyncIterable<UserCodeRow>,
  sheet: CodeSheet,
): AsyncGenerator<Label[]> {
  let page: Label[] = []
  let at = first
  let isFirst = true
  for await (const code of codes) {
    const label = labelOf(context, code, sheet, cells[at] as SheetPlan['cells'][number])
    if (label) page.push(label)
    if (++at < cells.length) continue
    yield page
    page = []
    at = 0
    isFirst = false
  }
  if (at > 0 || isFirst) yield page
}

/** Null for a code whose content cannot be read: its label stays empty. */
function labelOf(
  { codeHost }: SheetContext,
  row: UserCodeRow,
  { caption, keepsFrame }: CodeSheet,
  cell: Label['cell'],
): Label | null {
  const drawn = drawnCodeOf(row, codeHost)
  if (!drawn) return null
  const { frame: _, ...unframed } = drawn.settings
  const words: Record<CaptionKind, string> = {
    name: row.name,
    text: caption.text,
    id: row.dynamicId ?? '',
    link: codeRedirectOf(row, codeHost)?.replace(/^https?:\/\//, '') ?? '',
  }
  const captions = caption.lines.map((kind) => ({ kind, text: words[kind] }))
  return {
    cell,
    code: keepsFrame ? drawn : { ...drawn, settings: unframed },
    captions: captions.filter(({ text }) => text !== ''),
  }
}
