import { BATCH_UNDO_HOURS, type CodeBatch, type CodeBatchRow, type Language } from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import type { Translator } from '../../platform/i18n'
import { codeRedirectOf, type UserCodeContext } from '../user-codes'
import type { BatchSpec } from './batch'
import { addonOfChange } from './batches'
import { countKnown } from './known-rows'
import { ProblemTexts } from './problem-texts'
import type { BatchRow } from './repository'
import type { StoredRow } from './rows-repository'

const EXPIRES_AFTER_MS = BATCH_UNDO_HOURS * 3_600_000

/** What is said of batches and rows in one language. */
export class BatchPresenter {
  readonly #texts: ProblemTexts

  constructor(
    private readonly context: Pick<UserCodeContext, 'quotas' | 'codeHost'>,
    translator: Translator,
    language: Language,
  ) {
    this.#texts = new ProblemTexts(translator, language)
  }

  async batch(db: Db, batch: BatchRow): Promise<CodeBatch> {
    const { id, kind, spec, stopReason, startedAt, endedAt } = batch
    const { total, ready, refused, done, failed, undone, kept, warned } = batch
    return {
      ...{ id, kind, state: batch.state === 'checking' ? 'ready' : batch.state, change: changeOf(spec) },
      isDynamicCode: isDynamic(batch),
      names: { first: nameOf(batch.first), last: nameOf(batch.last) },
      ...{ total, ready, refused, done, failed, undone, kept, warned },
      known: kind === 'create' && batch.state === 'ready' ? await countKnown(db, id) : 0,
      stopReason: stopReason === null ? null : { code: stopReason, message: this.#texts.error(stopReason) },
      room: await this.#roomOf(db, batch),
      design: spec.designPasses === undefined ? null : { passes: spec.designPasses },
      createdAt: batch.createdAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
      expiresAt: expiryOf(batch)?.toISOString() ?? null,
    }
  }

  row({ row, outcome, input, codeId, problems }: StoredRow, linkHost: string | null): CodeBatchRow {
    const { name, dynamicId, content, tags, from, to } = input
    const link = codeRedirectOf({ dynamicId: dynamicId || null, linkHost }, this.context.codeHost)
    return {
      ...{ row, outcome, name, dynamicId, codeId, link: codeId === null ? null : link },
      input: content === undefined ? null : { content, dynamicId, name, tags: tags ?? [] },
      ...{ from: from ?? null, to: to ?? null },
      problems: problems.map((problem) => this.#texts.problem(problem)),
    }
  }

  async #roomOf(db: Db, { userId, spec, state }: BatchRow): Promise<CodeBatch['room']> {
    if (spec.kind !== 'create' || (state !== 'ready' && state !== 'stopped')) return null
    const addon = addonOfChange(spec)
    const room = await this.context.quotas.room(db, userId, addon)
    return room && { addon, ...room, left: Math.max(0, room.limit - room.used) }
  }
}

/** A static code has no id. */
const isDynamic = ({ spec, first }: BatchRow): boolean =>
  spec.kind === 'create' ? spec.isDynamicCode : Boolean(first?.dynamicId)

const nameOf = (label: BatchRow['first']): string => label?.name || label?.dynamicId || ''

/** What a batch does, without what is long. */
function changeOf(spec: BatchSpec): CodeBatch['change'] {
  switch (spec.kind) {
    case 'create':
      return { contentType: spec.contentType, isDynamicCode: spec.isDynamicCode }
    case 'target':
      return { target: spec.target }
    case 'tags':
      return { add: spec.add, remove: spec.remove }
    case 'enabled':
      return { enabled: spec.enabled }
    default:
      return {}
  }
}

function expiryOf({ state, isExpired, createdAt, endedAt }: BatchRow): Date | null {
  if (isExpired) return null
  if (state === 'ready') return new Date(createdAt.getTime() + EXPIRES_AFTER_MS)
  const isUndoable = (state === 'done' || state === 'stopped') && endedAt
  return isUndoable ? new Date(endedAt.getTime() + EXPIRES_AFTER_MS) : null
}
