import * as z from 'zod'
import { BATCH_STATES, BatchProblem } from '../code-batches/schema'
import { PLACE_RECORDS } from '../custom-domains/domain-place'
import { TEXT_ENCODINGS } from '../tables/encodings'
import { IMPORT_SOURCES } from '../user-codes/imported-from'
import { resultOf } from '../wire'
import { IMPORT_COLUMNS } from './sources'

/** As those of a batch; `mapping` waits for its columns to be set. */
export const IMPORT_STATES = ['mapping', ...BATCH_STATES] as const
export type ImportState = (typeof IMPORT_STATES)[number]

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

/**
 * `ready` to be imported; `skipped` by its verdict; `done`; `failed` when its turn came, with the reason; `undone`, or
 * `retained` by an undo because the code was scanned or changed since.
 */
export const IMPORT_OUTCOMES = ['ready', 'skipped', 'done', 'failed', 'undone', 'retained'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

const Count = z.number().int()

/** A column by its number from 0; null for a column that the file lacks. */
export const ImportMapping = z.record(z.enum(IMPORT_COLUMNS), Count.nullable())
export type ImportMapping = z.infer<typeof ImportMapping>

/** An import with the number of its rows by verdict and by outcome. */
export const CodeImport = z.object({
  id: z.string(),
  fileName: z.string(),
  /** By the choice of the person, else by what the file looks like. */
  source: z.enum(IMPORT_SOURCES),
  /** How the bytes were read; null for JSON. */
  encoding: z.enum(TEXT_ENCODINGS).nullable(),
  state: z.enum(IMPORT_STATES),
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
  total: Count,
  verdicts: z.record(z.enum(IMPORT_VERDICTS), Count),
  outcomes: z.record(z.enum(IMPORT_OUTCOMES), Count),
  /** Rows with something to look at that refuses nothing. */
  warned: Count,
  /** Rows whose code was off, ended or locked at the old service, as their warnings say. */
  wasOff: Count,
  /** Whether the codes of these rows are imported enabled; else they are paused. */
  enablesAll: z.boolean(),
  /** The tag that every imported code gets. */
  tag: z.string(),
  /** Codes that the plan still holds; null where nothing is limited, and once the import is over. */
  room: z
    .object({ addon: z.string(), used: Count, limit: Count, left: Count, isPastDue: z.boolean() })
    .nullable(),
  /** The error code that stopped it, with its text; null for none, and when a person did. */
  stopReason: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Until when it can be undone; null when it cannot be. */
  undoUntil: z.iso.datetime().nullable(),
  /** Until when the rows and the report are kept. */
  rowsUntil: z.iso.datetime(),
})
export type CodeImport = z.infer<typeof CodeImport>

export const OneCodeImport = resultOf(CodeImport)

export const CodeImportRow = z.object({
  /** From 1. */
  n: Count,
  /** Line of the file in which the row begins, the header row being 1; null for JSON. */
  line: Count.nullable(),
  /** Null while the columns are not set. */
  verdict: z.enum(IMPORT_VERDICTS).nullable(),
  outcome: z.enum(IMPORT_OUTCOMES),
  /** The old address without scheme, exactly as printed; empty where the file tells none. */
  address: z.string(),
  target: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  clicks: Count.nullable(),
  createdAt: z.iso.datetime().nullable(),
  /** Null before the code is made. The code that is there for `same`, and for a path that it gets besides. */
  codeId: z.string().nullable(),
  /** The short link of the code; null before it is made. */
  link: z.string().nullable(),
  /** Reasons of the verdict, and warnings, such as what can be done for an address that cannot move. */
  problems: z.array(BatchProblem),
})
export type CodeImportRow = z.infer<typeof CodeImportRow>

export const CodeImportRows = z.object({
  result: z.array(CodeImportRow),
  meta: z.object({ nextCursor: z.number().int().nullable() }),
})
export type CodeImportRows = z.infer<typeof CodeImportRows>

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

/** POST /imports/{id}/check. */
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
  /** The old paths are served once the domain is verified; before that each code is asked for by its id. */
  askedBy: z.enum(['path', 'id']),
  /** Up to ten paths over the whole import; none before it is run. */
  paths: z.array(CheckedPath),
})
export type CheckedImport = z.infer<typeof CheckedImport>

export const OneCheckedImport = resultOf(CheckedImport)
