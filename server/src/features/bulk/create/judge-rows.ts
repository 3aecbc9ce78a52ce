import {
  BulkRowInput,
  dynamicIdKey,
  type FieldError,
  fieldErrorOf,
  fieldErrorsOf,
  fieldNumbersOf,
  MAX_CONTENT_FIELDS,
  MAX_TAGS,
} from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { everyFew } from '../../../platform/next-turn'
import {
  findRefusedIds,
  idRefused,
  type KnownHosts,
  type PreparedCode,
  prepareContent,
  refuseNew,
  type UserCodeContext,
} from '../../user-codes'
import { problemsOf } from '../problems'
import type { JudgedRow } from '../rows-repository'
import type { ChangeOf, RowInput, RowProblem } from '../spec'
import { contentWarnings } from './content-warnings'
import { findKnownRows } from './known-rows'

/** Milliseconds after which others get their turn. */
const TURN_MS = 15
/** Rows whose ids are looked up together. */
const AT_ONCE = 250

type Context = Pick<UserCodeContext, 'database' | 'codeHost' | 'denyList' | 'addressRules'>
export type Creation = ChangeOf<'create'>

/** A row that nothing is wrong with so far, and the code that it makes. */
export interface Candidate extends JudgedRow {
  prepared: PreparedCode | null
}

/** The code of a row that was checked before. @throws AppError ValidationError */
export function prepareRow(
  { addressRules }: Pick<Context, 'addressRules'>,
  { contentType, isDynamicCode, ...common }: Creation,
  { name, dynamicId, content = {}, tags = [] }: RowInput,
): PreparedCode {
  const prepared = prepareContent(addressRules, {
    ...{ contentType, isDynamicCode, dynamicId },
    codeContent: JSON.stringify(content),
  })
  return {
    ...prepared,
    ...{ contentType, name, nameFollowsTitle: false, googleAnalyticsId: '' },
    tags: withTags(common.tags, tags),
    settings: common.settings,
    logo: common.logo,
  }
}

/** Tags of which none differs from another by its case alone. */
export function withTags(tags: readonly string[], more: readonly string[]): string[] {
  const known = new Set(tags.map((tag) => tag.toLowerCase()))
  const all = [...tags, ...more.filter((tag) => !known.has(tag.toLowerCase()))]
  if (all.length > MAX_TAGS) throw new AppError('ValidationError', { tags: 'too-many' })
  return all
}

/** Judges new rows one by one, and against each other. */
export class RowJudge {
  readonly #rowOfId = new Map<string, number>()
  readonly #rowOfName = new Map<string, number>()
  readonly #rowOfTarget = new Map<string, number>()
  readonly #known: KnownHosts = new Map()

  /**
   * @param creationOf what the code of a row has besides the row
   * @param isRange the rows are numbered ones: what they share is meant
   * @param warnsOfKnown whether to warn of a row of which there is a code with its name and content
   */
  constructor(
    private readonly context: Context,
    private readonly userId: string,
    private readonly creationOf: (row: number) => Creation,
    private readonly isRange: boolean,
    private readonly warnsOfKnown = true,
  ) {}

  /** Yields the rows in parts, with the codes of those that are ready. */
  async *judgeAll(rows: readonly unknown[]): AsyncGenerator<Candidate[]> {
    const letOthers = everyFew(TURN_MS)
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      const candidates: Candidate[] = []
      for (const [index, raw] of rows.slice(start, start + AT_ONCE).entries()) {
        candidates.push(await this.#alone(start + index + 1, raw))
        await letOthers()
      }
      await this.#judgeIds(candidates)
      await this.#warnOfKnown(candidates)
      yield candidates
    }
  }

  /** What is wrong with one row, apart from what its id meets in the database. */
  async judge(row: number, raw: unknown): Promise<Candidate> {
    const candidate = await this.#alone(row, raw)
    await this.#judgeIds([candidate])
    await this.#warnOfKnown([candidate])
    return candidate
  }

  async #alone(row: number, raw: unknown): Promise<Candidate> {
    const parsed = BulkRowInput.safeParse(raw, { error: fieldErrorOf })
    if (!parsed.success) {
      const details = fieldNumbersOf(parsed.error)
      const problems = problemsOf({ code: 'ValidationError', fields: fieldErrorsOf(parsed.error), details })
      return { row, outcome: 'skipped', input: readable(raw), problems, prepared: null }
    }
    const input = parsed.data
    const problems = [
      ...this.#warningsOf(row, input),
      ...contentWarnings(this.creationOf(row).contentType, input),
    ]
    try {
      const prepared = prepareRow(this.context, this.creationOf(row), input)
      await refuseNew(this.context.database.db, this.context, prepared, this.#known)
      problems.push(...this.#sharedWith(row, prepared))
      return { row, outcome: 'ready', input, problems, prepared }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'ServiceUnavailable') throw error
      return { row, outcome: 'skipped', input, problems: problemsOf(error, contentField), prepared: null }
    }
  }

  async #warnOfKnown(candidates: readonly Candidate[]): Promise<void> {
    if (!this.warnsOfKnown) return
    const known = await findKnownRows(this.context.database.db, this.userId, candidates)
    for (const candidate of candidates)
      if (known.has(candidate.row)) candidate.problems = [...candidate.problems, warning('', 'same-code')]
  }

  /** What may be meant. */
  #warningsOf(row: number, { name, content }: RowInput): RowProblem[] {
    const warnings: RowProblem[] = []
    if (name !== '' && seen(this.#rowOfName, name, row)) warnings.push(warning('name', 'same-name'))
    const texts = this.isRange ? [] : [['name', name] as const, ...Object.entries(content ?? {})]
    for (const [field, text] of texts)
      if (typeof text === 'string' && text.includes('{n}'))
        warnings.push(warning(field === 'name' ? field : `content.${field}`, 'placeholder'))
    return warnings
  }

  #sharedWith(row: number, { target }: PreparedCode): RowProblem[] {
    if (target === null) return []
    const warnings: RowProblem[] = []
    const isShared = seen(this.#rowOfTarget, target, row)
    if (isShared && !this.isRange) warnings.push(warning('content.content', 'same-target'))
    if (target.startsWith('http:')) warnings.push(warning('content.content', 'without-https'))
    return warnings
  }

  /** Refuses the candidates whose id another row, or another code, has. */
  async #judgeIds(candidates: readonly Candidate[]): Promise<void> {
    const own = candidates.flatMap(({ prepared }) => prepared?.manualId ?? [])
    const refused = await findRefusedIds(this.context.database.db, this.userId, own)
    for (const candidate of candidates) {
      const manualId = candidate.prepared?.manualId
      if (manualId === null || manualId === undefined) continue
      const key = dynamicIdKey(manualId)
      const reason = refused.get(key)
      const first = this.#rowOfId.get(key)
      this.#rowOfId.set(key, first ?? candidate.row)
      if (first !== undefined) refuse(candidate, duplicateOf(first))
      else if (reason) refuse(candidate, ...problemsOf(idRefused(reason)))
    }
  }
}

export const duplicateOf = (row: number): RowProblem => ({
  ...{ field: 'dynamicId', code: 'duplicate-in-file', details: { row } },
})

export function refuse(candidate: Candidate, ...problems: RowProblem[]): void {
  candidate.outcome = 'skipped'
  candidate.prepared = null
  candidate.problems = problems
}

/** Whether another row had it before. */
function seen(rows: Map<string, number>, value: string, row: number): boolean {
  const first = rows.get(value)
  if (first === undefined) rows.set(value, row)
  return first !== undefined
}

const warning = (field: string, code: FieldError): RowProblem => ({
  ...{ field, code, isWarning: true },
})

/** Fields of a content as the row names them. */
function contentField(field: string): string {
  if (field === 'dynamicId' || field === 'tags') return field
  return field === 'codeContent' ? 'content' : `content.${field}`
}

/** What of a row that breaks the rules can be stored, so that a person can correct it. */
function readable(raw: unknown): RowInput {
  const given = isRecord(raw) ? raw : {}
  const content = isRecord(given['content']) ? given['content'] : {}
  return {
    name: textOf(given['name']),
    dynamicId: textOf(given['dynamicId']),
    content: Object.fromEntries(
      Object.entries(content)
        .slice(0, MAX_CONTENT_FIELDS)
        .map(([field, value]) => [textOf(field), typeof value === 'boolean' ? value : textOf(value)]),
    ),
    tags: Array.isArray(given['tags']) ? given['tags'].slice(0, 2 * MAX_TAGS).map(textOf) : [],
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without what the database cannot hold. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).replaceAll('\0', '').toWellFormed()
    : ''
