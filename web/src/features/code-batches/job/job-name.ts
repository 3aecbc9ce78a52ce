import type { CodeBatch } from '@scanleaf/shared'
import type { TFunction } from 'i18next'

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
