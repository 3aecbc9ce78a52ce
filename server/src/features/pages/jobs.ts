import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import type { RepeatedJob } from '../../platform/jobs'
import { earliestNow } from '../../platform/trusted-clock'
import { cleanUpPictures } from './pictures/pictures'
import { countExpiredPictures } from './pictures/repository'
import { countExpired, deleteUnreachable } from './repository'

/** Deletes pages of permanently deleted codes, and expired versions and pictures. */
export const pageJobs = ({
  database,
  files,
  clock,
}: {
  database: Database
  files: FileStore
  clock: Clock
}): RepeatedJob[] => [
  {
    name: 'page-cleanup',
    everySeconds: 3600,
    irreversible: async () => ({
      versions: await countExpired(database.db),
      pictures: await countExpiredPictures(database.db),
    }),
    async run() {
      await deleteUnreachable(database.db)
      await cleanUpPictures({ database, files }, await earliestNow(database, clock))
    },
  },
]
