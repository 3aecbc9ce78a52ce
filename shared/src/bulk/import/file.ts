import * as z from 'zod'
import { PLACE_RECORDS } from '../../custom-domains/domain-place'
import { TEXT_ENCODINGS } from '../../text-encodings'
import { IMPORT_SOURCES } from '../../user-codes/imported-from'
import { resultOf } from '../../wire'
import { IMPORT_COLUMNS } from './sources'

/**
 * What the dry run finds: `kept`, the printed address goes on, by a new code or by one that is there; `new`, a code with a new address, since the old host cannot
 * move; `same`, there already, and what is printed leads to it; `refused` by a field error; `path-taken` by another code; `invalid-path`; `twice` in the
 * file; `over-quota`, beyond what the plan holds.
 */
export const IMPORT_VERDICTS = [
  'kept',
  'new',
  'same',
  'refused',
  'path-taken',
  'invalid-path',
  'twice',
  'over-quota',
] as const
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number]

const Count = z.number().int()

/** A column by its number from 0; null for a column that the file lacks. */
export const ImportMapping = z.record(z.enum(IMPORT_COLUMNS), Count.nullable())
export type ImportMapping = z.infer<typeof ImportMapping>

/** A file of another service, as it is read. */
export const ImportedFile = z.object({
  fileName: z.string(),
  /** By the choice of the person, else by what the file looks like. */
  source: z.enum(IMPORT_SOURCES),
  /** How the bytes were read; null for JSON. */
  encoding: z.enum(TEXT_ENCODINGS).nullable(),
  /** Where the old codes live, in lower-case ASCII; empty while it is not known. */
  host: z.string(),
  /** Whether that domain is verified as this account's, so that its paths are served. */
  isHostProven: z.boolean(),
  /** Hosts of the old addresses with their rows, the most frequent first; up to 10. */
  hosts: z.array(
    z.object({
      host: z.string(),
      rows: Count,
      /** The service that the host belongs to: its addresses cannot move. Null for any other host. */
      service: z.string().nullable(),
    }),
  ),
  mapping: ImportMapping,
  /**
   * Columns of addresses that may have been printed, which nothing says what they are: while there are some, the import
   * waits in `mapping` for a person to set the columns, or to leave them out. Up to 10.
   */
  unread: z.array(z.object({ column: Count, host: z.string() })),
  /** Whether a person set the columns; they are remembered for files with the same header row. */
  isMappedByHand: z.boolean(),
  /** Cells of the header row and of the first rows; empty for a Scanleaf export. */
  headers: z.array(z.string()),
  preview: z.array(z.array(z.string())),
  verdicts: z.record(z.enum(IMPORT_VERDICTS), Count),
  /** Rows whose code was off, ended or locked at the old service, as their warnings say. */
  wasOff: Count,
  /** Whether the codes of these rows are imported enabled; else they are paused. */
  enablesAll: z.boolean(),
  /** The tag that every imported code gets. */
  tag: z.string(),
})
export type ImportedFile = z.infer<typeof ImportedFile>

/** A row of such a file. */
export const ImportedRow = z.object({
  /** Line of the file in which the row begins, the header row being 1; null for JSON. */
  line: Count.nullable(),
  /** Null while the columns are not set. */
  verdict: z.enum(IMPORT_VERDICTS).nullable(),
  /** The old address without scheme, exactly as printed; empty where the file has none. */
  address: z.string(),
  target: z.string(),
  tags: z.array(z.string()),
  clicks: Count.nullable(),
  createdAt: z.iso.datetime().nullable(),
})
export type ImportedRow = z.infer<typeof ImportedRow>

/** A record to set at the DNS provider, in the order of the list. */
export const MoveRecord = z.object({
  type: z.enum(['TXT', 'A']),
  /** The name below the registered domain, as DNS providers ask for it. */
  name: z.string(),
  value: z.string(),
  /** Seconds to set it with while the move lasts. */
  ttl: Count,
  state: z.enum(['right', 'other', 'missing', 'unanswered']),
  /** What is there now; up to 5. */
  found: z.array(z.string()),
})
export type MoveRecord = z.infer<typeof MoveRecord>

/** What our own listener answered for an old address. */
export const CheckedPath = z.object({
  /** Without scheme, as printed. */
  address: z.string(),
  expected: z.string(),
  /** HTTP status; null when nothing came back. */
  status: Count.nullable(),
  location: z.string().nullable(),
  outcome: z.enum(['right', 'other-target', 'not-found', 'unanswered']),
})
export type CheckedPath = z.infer<typeof CheckedPath>

/** POST /bulk-runs/{id}/check. */
export const CheckedImport = z.object({
  host: z.string(),
  isProven: z.boolean(),
  /** Whether the host leads here by the DNS; null where the DNS does not respond. */
  isPointedHere: z.boolean().nullable(),
  /** Null where this installation takes no domains. */
  plan: z
    .object({
      /** The domain that was registered, as a DNS provider lists it. */
      registered: z.string(),
      /** In the order in which they are set, so that no scan is lost. */
      records: z.array(MoveRecord),
      /** Records of the name now, which the A record replaces or which stay. */
      current: z.array(z.object({ type: z.enum(PLACE_RECORDS), value: z.string() })),
    })
    .nullable(),
  /** The old paths are served once the domain is verified; before that each code is requested by its id. */
  askedBy: z.enum(['path', 'id']),
  /** Up to ten paths over the whole import; none before it is run. */
  paths: z.array(CheckedPath),
})
export type CheckedImport = z.infer<typeof CheckedImport>

export const OneCheckedImport = resultOf(CheckedImport)
