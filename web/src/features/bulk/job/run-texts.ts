import { BULK_UNDO_HOURS, type BulkRun } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'

/** Of kinds that change codes, or make them from rows. */
type RunName = Exclude<BulkRun['kind'], 'enabled' | 'import'> | 'pause' | 'resume'

/** The key of the texts about a run: pausing and resuming are one kind, and two words. Null for an import. */
function nameOf({ kind, change }: Pick<BulkRun, 'kind' | 'change'>): RunName | null {
  if (kind === 'import') return null
  if (kind === 'enabled') return change.enabled ? 'resume' : 'pause'
  return kind
}

/**
 * What a run does, in the words of the button that began it, or the name of its file. This and what follows: `t` knows the
 * namespaces `bulk` and `user-codes`, for an import only the former.
 */
export function runText(t: TFunction, run: BulkRun): string {
  const name = nameOf(run)
  if (name === null) return run.file?.fileName ?? ''
  if (name === 'create') return t('bulk:title')
  return name === 'pause' || name === 'resume' || name === 'delete'
    ? t(`user-codes:${name}`)
    : t(`bulk:action.${name}`)
}

/** What was done with how many codes. */
export function doneText(t: TFunction, run: BulkRun): string {
  const name = nameOf(run)
  return name === null
    ? t('bulk:import.done', { total: run.done })
    : t(`bulk:done.${name}`, { total: run.done })
}

/** How many codes went back: those that the run had made are gone, others are as they were. */
export const undoneText = (t: TFunction, { kind, undone }: BulkRun): string =>
  t(kind === 'import' || kind === 'create' ? 'bulk:undone.removed' : 'bulk:undone.restored', {
    total: undone,
  })

/** What a run left out, and why. */
export function leftTexts(t: TFunction, { skipped, failed, retained }: BulkRun): string[] {
  return [
    ...(skipped > 0 ? [t('bulk:skipped', { total: skipped })] : []),
    ...(failed > 0 ? [t('bulk:failed-rows', { total: failed })] : []),
    ...(retained > 0 ? [t('bulk:kept', { total: retained })] : []),
  ]
}

/** The first and the last of its rows by name, in the direction of the first; empty where they have none. */
export function spanText({ names: { first, last } }: BulkRun): string {
  if (first === '' || last === '' || first === last) return first || last
  return `${first} – ${bidiIsolate(last)}`
}

/** Where a run is. */
export const stateText = (t: TFunction, { state }: BulkRun): string => t(`bulk:state.${state}`)

/** What an undo does, and leaves. */
export function undoText(t: TFunction, { kind }: BulkRun): string {
  if (kind === 'import') return t('bulk:import.undo.text')
  return t(kind === 'create' ? 'bulk:undo.note-create' : 'bulk:undo.note', { hours: BULK_UNDO_HOURS })
}

/** Beside the button, until when that is possible. */
export const undoNote = (t: TFunction, run: BulkRun): string =>
  run.kind === 'import' ? t('bulk:undo.within', { hours: BULK_UNDO_HOURS }) : undoText(t, run)
