import {
  type CaptionKind,
  SheetFile,
  type SheetPlan,
  sheetPageCount,
  sheetPlan,
  sheetProblem,
} from '@scanleaf/qr'
import { type CodeFile, type CodeSheet, MAX_NAMED_CODES, MAX_NAMED_LETTERS } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { mapAhead } from '../../platform/export/map-ahead'
import type { Translator } from '../../platform/i18n'
import type { DrawnCode, Generator, LabelOf, LabelReading } from '../generator'
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

/** Whether the codes are read when they are printed at this size, and their words are all there. */
export async function readability(
  context: SheetContext,
  codes: AsyncIterable<UserCodeRow>,
  sheet: CodeSheet,
): Promise<{ codes: number; sheet: SheetReport }> {
  const plan = sheetPlan(sheet.layout, sheet)
  const [cell] = plan.cells
  if (!cell) throw new Error('a plan without a label')
  let count = 0
  const report: Omit<SheetReport, 'pages'> = {
    readable: 0,
    unreadable: [],
    cut: { count: 0, codes: [] },
    missingLetters: { count: 0, codes: [], letters: [] },
  }
  const judged = mapAhead(inParts(codes), async (rows) => {
    const drawn = rows.map((row) => ({ row, label: labelOf(context, row, sheet, cell) }))
    const labels = drawn.flatMap(({ label }) => label ?? [])
    const readings = await context.generator.readLabels(pageOf(plan, labels, sheet))
    const readingOf = new Map(labels.map((label, index) => [label, readings[index]]))
    return drawn.map(({ row, label }) => ({ row, reading: label && readingOf.get(label) }))
  })
  for await (const part of judged)
    for (const { row, reading } of part) {
      count++
      note(report, row, reading ?? UNDRAWN)
    }
  return { codes: count, sheet: { pages: sheetPageCount(plan, count), ...report } }
}

type SheetReport = NonNullable<CodeFile['sheet']>
const UNDRAWN: LabelReading = { isRead: false, isCut: false, missing: [] }

function note(
  report: Omit<SheetReport, 'pages'>,
  { id, name, dynamicId }: UserCodeRow,
  { isRead, isCut, missing }: LabelReading,
): void {
  const { cut, missingLetters, unreadable } = report
  const code = { id, name, dynamicId }
  const isNamed = ({ length }: readonly unknown[]): boolean => length < MAX_NAMED_CODES
  if (isRead) report.readable++
  else if (isNamed(unreadable)) unreadable.push(code)
  if (isCut) {
    cut.count++
    if (isNamed(cut.codes)) cut.codes.push(code)
  }
  if (missing.length > 0) {
    missingLetters.count++
    if (isNamed(missingLetters.codes)) missingLetters.codes.push({ ...code, letters: missing })
    const letters = new Set([...missingLetters.letters, ...missing])
    missingLetters.letters = [...letters].slice(0, MAX_NAMED_LETTERS)
  }
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
  const pages = mapAhead(labelsOfPages(context, plan, codes, sheet), (labels) =>
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
