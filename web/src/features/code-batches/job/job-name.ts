import type { CodeBatch } from '@scanleaf/shared'

export const JOB_NAMES = ['create', 'target', 'tags', 'pause', 'resume', 'design', 'delete'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** The key of the texts about a batch: pausing and resuming are one kind, and two words. */
export function jobName({ kind, change }: Pick<CodeBatch, 'kind' | 'change'>): JobName {
  if (kind === 'enabled') return change.enabled ? 'resume' : 'pause'
  return kind
}
