import { MAX_BULK_ROWS, type Selection } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { everyFew } from '../../platform/next-turn'
import {
  designSettingsOf,
  hasValues,
  type KnownHosts,
  loggedRules,
  refusalOf,
  refuseChange,
  storedLogoOf,
  type UserCodeContext,
  type UserCodeRow,
  type Wanted,
  walkSelection,
} from '../user-codes'
import { type Edit, fieldOf, wantedOf } from './change/change-kinds'
import { ruleCopier } from './change/copy-rules'
import { RowJudge } from './create/judge-rows'
import { type DesignCheck, drawableOf } from './design-check'
import { moveJudge } from './move/move-judge'
import { problemsOf } from './problems'
import { insertRows, type JudgedRow, type Verdict } from './rows-repository'
import type { ChangeOf } from './spec'

/** Milliseconds after which others get their turn. */
const TURN_MS = 15

/** What changes codes of a selection. */
export type Selected = Edit | ChangeOf<'rules'> | ChangeOf<'delete'> | ChangeOf<'move'>

interface Judging {
  context: UserCodeContext
  userId: string
  /** The run whose rows are written. */
  id: string
  design: DesignCheck
}

/** Judges the rows of new codes, and writes them. */
export async function judgeNew(
  { context, userId, id, design }: Judging,
  change: ChangeOf<'create'>,
  rows: readonly unknown[],
  isRange: boolean,
): Promise<void> {
  const judge = new RowJudge(context, userId, () => change, isRange)
  for await (const judged of judge.judgeAll(rows)) {
    for (const { prepared } of judged) if (prepared) design.add(drawableOf(prepared))
    await insertRows(
      context.database.db,
      id,
      judged.map(({ prepared: _, ...row }) => row),
    )
  }
}

/**
 * Judges the codes of a selection, and writes them as rows.
 * @throws AppError BatchTooLarge, ValidationError for a selection without codes
 */
export async function judgeSelected(judging: Judging, change: Selected, selection: Selection): Promise<void> {
  const { context, userId, id } = judging
  const { db } = context.database
  const letOthers = everyFew(TURN_MS)
  let total = 0
  const judge =
    change.kind === 'move' ? await moveJudge(context, userId, change.to) : await codeJudge(judging, change)
  for (let after: number | null = 0; after !== null; ) {
    const { codes, next } = await walkSelection(db, userId, selection, after)
    const rows: JudgedRow[] = []
    for (const code of codes) {
      const row = { row: ++total, codeId: code.id }
      rows.push({ ...row, ...(await judge(code)) })
      await letOthers()
    }
    if (total > MAX_BULK_ROWS) throw new AppError('BatchTooLarge')
    if (rows.length > 0) await insertRows(db, id, rows)
    after = next
  }
  if (total === 0) throw new AppError('ValidationError', { selection: 'required' })
}

type Judge = (code: UserCodeRow) => Promise<Verdict>

async function codeJudge(judging: Judging, change: Exclude<Selected, { kind: 'move' }>): Promise<Judge> {
  const { context, userId } = judging
  const known: KnownHosts = new Map()
  const copied =
    change.kind === 'rules' ? await ruleCopier(context.database.db, context, userId, change) : null
  return (code) => verdictOf(judging, change, code, known, copied)
}

/** @param copied what a code becomes that gets the rules of another one */
async function verdictOf(
  { context, design }: Judging,
  change: Exclude<Selected, { kind: 'move' }>,
  code: UserCodeRow,
  known: KnownHosts,
  copied: ((code: UserCodeRow) => Wanted) | null,
): Promise<Verdict> {
  const input = { name: code.name, dynamicId: code.dynamicId ?? '' }
  let wanted: Wanted = {}
  const refusal = await refusalOf(async () => {
    if (change.kind === 'delete') return
    wanted = change.kind === 'rules' ? (copied?.(code) ?? {}) : wantedOf(context, change, code)
    await refuseChange(context.database.db, context, code, wanted, known)
  })
  const isChanged = change.kind === 'delete' || !hasValues(code, wanted)
  if (refusal)
    return {
      outcome: 'skipped',
      input: withTargets(input, change, code),
      problems: problemsOf(refusal, fieldOf(change)),
    }
  if (change.kind === 'design' && isChanged) {
    const { qrCustomSettings, logo } = { ...code, ...wanted }
    design.add({ ...code, settings: designSettingsOf(qrCustomSettings), logo: storedLogoOf(logo) })
  }
  return {
    outcome: 'ready',
    input: withTargets(input, change, code, wanted.target),
    problems: warningsOf(change, code, isChanged).map((warned) => ({
      field: '',
      code: warned,
      isWarning: true,
    })),
  }
}

function warningsOf({ kind }: Pick<Selected, 'kind'>, code: UserCodeRow, isChanged: boolean): string[] {
  if (!isChanged) return ['nothing-to-change']
  // Only who meets no rule gets to the new target.
  return kind === 'target' && loggedRules(code.rules)?.rules.length ? ['has-rules'] : []
}

const withTargets = (
  input: JudgedRow['input'],
  { kind }: Pick<Selected, 'kind'>,
  { target }: UserCodeRow,
  to?: string,
): JudgedRow['input'] =>
  kind === 'target'
    ? { ...input, ...(target !== null && { from: target }), ...(to !== undefined && { to }) }
    : input
