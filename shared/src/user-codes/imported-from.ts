import * as z from 'zod'

/** Services whose files are read by their header words or their shape; `other` has its columns set by hand. */
export const IMPORT_SOURCES = [
  'bitly',
  'dub',
  'flowcode',
  'kutt',
  'qr-code-generator',
  'qr-tiger',
  'rebrandly',
  'scanleaf',
  'shlink',
  'short-io',
  'tinyurl',
  'uniqode',
  'yourls',
  'other',
] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** What is known of a code from before the move; it is shown beside the scans here and never added to them. */
export const ImportedFrom = z.object({
  source: z.enum(IMPORT_SOURCES),
  /** The old address, as the file tells it; null where it tells none. */
  url: z.string().nullable(),
  clicks: z.number().int().nullable(),
  createdAt: z.iso.datetime().nullable(),
})
export type ImportedFrom = z.infer<typeof ImportedFrom>
