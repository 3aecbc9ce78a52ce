import type { CodeBatch } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'

type JobName = Exclude<CodeBatch['kind'], 'enabled'> | 'pause' | 'resume'

/** The key of the texts about a batch: pausing and resuming are one kind, and two words. */
export function jobName({ kind, change }: Pick<CodeBatch, 'kind' | 'change'>): JobName {
  if (kind === 'enabled') return change.enabled ? 'resume' : 'pause'
  return kind
}

/** What a batch does, in the words of the button that began it; `t` knows `code-batches` and `user-codes`. */
export function jobText(t: TFunction, batch: CodeBatch): string {
  const name = jobName(batch)
  if (name === 'create') return t('code-batches:title')
  return name === 'pause' || name === 'resume' || name === 'delete'
    ? t(`user-codes:${name}`)
    : t(`code-batches:action.${name}`)
}

/** What was done with how many codes; `t` knows the namespace `code-batches`. */
export const doneText = (t: TFunction, batch: CodeBatch): string =>
  t(`code-batches:done.${jobName(batch)}`, { total: batch.done })

/** What a batch left out, and why; `t` knows the namespace `code-batches`. */
export function leftTexts(t: TFunction, { refused, failed, kept }: CodeBatch): string[] {
  return [
    ...(refused > 0 ? [t('code-batches:skipped', { total: refused })] : []),
    ...(failed > 0 ? [t('code-batches:failed-rows', { total: failed })] : []),
    ...(kept > 0 ? [t('code-batches:kept', { total: kept })] : []),
  ]
}

/** The first and the last of its rows by name, in the direction of the first; empty where they have none. */
export function spanText({ names: { first, last } }: CodeBatch): string {
  if (first === '' || last === '' || first === last) return first || last
  return `${first} – ${bidiIsolate(last)}`
}

/** Where a batch is; `t` knows the namespace `code-batches`. */
export const stateText = (t: TFunction, { state }: CodeBatch): string =>
  t(state === 'ready' ? 'code-batches:verdict.ready' : `code-batches:state.${state}`)
