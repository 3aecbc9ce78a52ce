import {
  BULK_ROW_DAYS,
  BULK_UNDO_HOURS,
  type BulkRow,
  type BulkRun,
  DRY_RUN_HOURS,
  type Language,
} from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import type { Translator } from '../../platform/i18n'
import { codeRedirectOf, findLinkHost, findUserCodes, type UserCodeContext } from '../user-codes'
import { countKnown } from './create/known-rows'
import { presentFile, presentFileRow } from './import/present-file'
import { ProblemTexts } from './problem-texts'
import type { Run } from './repository'
import { codeIdsOf } from './results'
import type { StoredRow } from './rows-repository'
import { addonOfChange } from './runs'
import type { BulkSpec, RowInput } from './spec'

const HOUR_MS = 3_600_000
const ROW_DAYS_MS = BULK_ROW_DAYS * 24 * HOUR_MS

/** What is said of runs and rows in one language. */
export class BulkPresenter {
  readonly #texts: ProblemTexts

  constructor(
    private readonly context: Pick<UserCodeContext, 'quotas' | 'codeHost'>,
    translator: Translator,
    language: Language,
  ) {
    this.#texts = new ProblemTexts(translator, language)
  }

  async run(db: Db, run: Run): Promise<BulkRun> {
    const { id, kind, spec, stopReason, createdAt, startedAt, endedAt } = run
    const { total, ready, skipped, done, failed, undone, retained, warned } = run
    return {
      ...{ id, kind, state: run.state === 'checking' ? 'mapping' : run.state, change: changeOf(spec) },
      file: spec.kind === 'import' ? await presentFile(db, run, spec) : null,
      isDynamicCode: isDynamic(run),
      names: { first: nameOf(run, run.first), last: nameOf(run, run.last) },
      ...{ total, ready, skipped, done, failed, undone, retained, warned },
      known: kind === 'create' && run.state === 'ready' ? await countKnown(db, id) : 0,
      stopReason: stopReason === null ? null : { code: stopReason, message: this.#texts.error(stopReason) },
      room: await this.#roomOf(db, run),
      design: spec.designPasses === undefined ? null : { passes: spec.designPasses },
      createdAt: createdAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
      expiresAt: expiryOf(run)?.toISOString() ?? null,
      rowsUntil: new Date((endedAt ?? createdAt).getTime() + ROW_DAYS_MS).toISOString(),
    }
  }

  async rows(db: Db, { userId, spec }: Run, rows: readonly StoredRow[]): Promise<BulkRow[]> {
    const linkHost = await findLinkHost(db, userId)
    const linkOf = (dynamicId: string | null) =>
      codeRedirectOf({ dynamicId: dynamicId || null, linkHost }, this.context.codeHost)
    if (spec.kind !== 'import') return rows.map((row) => this.#row(row, linkOf))
    const codes = new Map(
      (await findUserCodes(db, userId, codeIdsOf(rows).filter(Boolean))).map((code) => [code.id, code]),
    )
    return Promise.all(
      rows.map(async (stored) => {
        const { name, file } = await presentFileRow(stored, spec)
        const code = codes.get(stored.codeId ?? '')
        const dynamicId = code?.dynamicId ?? ''
        return {
          ...{ row: stored.row, outcome: stored.outcome, name, dynamicId, codeId: code?.id ?? null },
          ...{ link: code ? linkOf(dynamicId) : null, input: null, from: null, to: null, file },
          problems: this.#problemsOf(stored),
        }
      }),
    )
  }

  #row({ row, outcome, input, codeId, problems }: StoredRow, linkOf: (id: string) => string | null): BulkRow {
    const { name, dynamicId, content, tags, from, to } = input as RowInput
    return {
      ...{ row, outcome, name, dynamicId, codeId, link: codeId === null ? null : linkOf(dynamicId) },
      input: content === undefined ? null : { content, dynamicId, name, tags: tags ?? [] },
      ...{ from: from ?? null, to: to ?? null, file: null },
      problems: this.#problemsOf({ problems }),
    }
  }

  #problemsOf({ problems }: Pick<StoredRow, 'problems'>): BulkRow['problems'] {
    return problems.map((problem) => this.#texts.problem(problem))
  }

  async #roomOf(db: Db, { userId, spec, state }: Run): Promise<BulkRun['room']> {
    const addon = addonOfChange(spec)
    if (addon === null || (state !== 'ready' && state !== 'stopped')) return null
    const room = await this.context.quotas.room(db, userId, addon)
    return room && { addon, ...room, left: Math.max(0, room.limit - room.used) }
  }
}

/** A static code has no id; files of other services hold links. */
function isDynamic({ spec, first }: Run): boolean {
  if (spec.kind === 'import') return true
  return spec.kind === 'create' ? spec.isDynamicCode : Boolean(first?.dynamicId)
}

/** Rows of a file are as the file has them. */
const nameOf = ({ kind }: Run, label: Run['first']): string =>
  kind === 'import' ? '' : label?.name || label?.dynamicId || ''

/** What a run does, without what is long. */
function changeOf(spec: BulkSpec): BulkRun['change'] {
  switch (spec.kind) {
    case 'create':
      return { contentType: spec.contentType, isDynamicCode: spec.isDynamicCode }
    case 'target':
      return { target: spec.target }
    case 'tags':
      return { add: spec.add, remove: spec.remove }
    case 'enabled':
      return { enabled: spec.enabled }
    case 'move':
      return { workspace: spec.toName }
    default:
      return {}
  }
}

function expiryOf({ state, kind, isExpired, createdAt, endedAt }: Run): Date | null {
  if (isExpired) return null
  if (state === 'ready' || state === 'mapping')
    return new Date(createdAt.getTime() + (kind === 'import' ? ROW_DAYS_MS : DRY_RUN_HOURS * HOUR_MS))
  const isUndoable = (state === 'done' || state === 'stopped') && endedAt
  return isUndoable ? new Date(endedAt.getTime() + BULK_UNDO_HOURS * HOUR_MS) : null
}
