import type { Database } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { countExpired, deleteUnreachable } from './repository'

/** Pages of codes that were deleted for good, and versions after their days, go. */
export const pageJobs = ({ db }: Database): RepeatedJob[] => [
  {
    name: 'page-cleanup',
    everySeconds: 3600,
    irreversible: async () => ({ versions: await countExpired(db) }),
    run: () => deleteUnreachable(db),
  },
]
