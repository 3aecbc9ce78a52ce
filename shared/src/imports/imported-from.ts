import { z } from 'zod'
import { IMPORT_SOURCES } from './sources'

/** What is known of a code from before the move; it is shown beside the scans here and never added to them. */
export const ImportedFrom = z.object({
  source: z.enum(IMPORT_SOURCES),
  /** The old address, as the file tells it; null where it tells none. */
  url: z.string().nullable(),
  clicks: z.number().int().nullable(),
  createdAt: z.iso.datetime().nullable(),
})
export type ImportedFrom = z.infer<typeof ImportedFrom>
