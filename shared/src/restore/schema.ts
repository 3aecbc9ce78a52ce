import * as z from 'zod'

/** Name of a folder of backups; longer or with a separator is none. */
const BackupName = z.string().trim().min(1).max(200)
const SetupToken = z.string().trim().min(1).max(200)

/** POST /restore/backups: what an installation without accounts could be filled from. */
export const FindBackups = z.object({ setupToken: SetupToken })
export type FindBackups = z.input<typeof FindBackups>

/** POST /restore: fills it, with the next start, which follows at once. */
export const RestoreBackup = z.object({ setupToken: SetupToken, name: BackupName })
export type RestoreBackup = z.input<typeof RestoreBackup>

export const FoundBackups = z.object({
  /** Where backups are looked for, on the server. */
  folder: z.string(),
  /** Newest first. */
  backups: z.array(z.object({ name: z.string(), madeAt: z.iso.datetime(), bytes: z.int() })),
  /** There are more, which are not listed. */
  hasMore: z.boolean(),
  /** What is restored: the next start has not come yet. */
  requested: z.string().nullable(),
  /** Why the last restore changed nothing, in the English words of the command. */
  failure: z.object({ name: z.string(), reason: z.string() }).nullable(),
})
export type FoundBackups = z.infer<typeof FoundBackups>
