import type { UserCode } from '@scanleaf/shared'

/** No code yet, a static code that is not saved, a saved code (spec §4: generator). */
export type Progress = { name: 'draft' } | { name: 'created' } | { name: 'saved'; code: UserCode }

export const NOT_CREATED: Progress = { name: 'draft' }
