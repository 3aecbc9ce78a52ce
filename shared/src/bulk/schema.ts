import * as z from 'zod'
import { resultOf } from '../wire'
import { ImportedFile, ImportedRow } from './import/file'

/** `import` brings codes of other services along, `move` takes codes to another workspace; all others but `create` change codes of a selection. */
export const BULK_KINDS = [
  'create',
  'target',
  'tags',
  'enabled',
  'design',
  'rules',
  'delete',
  'move',
  'import',
] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/**
 * `mapping` while the columns of a file have to be set; `ready` after the dry run; `stopped` by a person or a reason, and can
 * continue or be undone.
 */
export const BULK_STATES = ['mapping', 'ready', 'running', 'stopped', 'done', 'undoing', 'undone'] as const
export type BulkState = (typeof BULK_STATES)[number]

/**
 * `ready` to be done; `skipped` by the dry run, with the reason; `failed` when its turn came, with the reason; `undone`, or
 * `retained` by an undo because the code was changed or scanned since.
 */
export const BULK_OUTCOMES = ['ready', 'skipped', 'done', 'failed', 'undone', 'retained'] as const
export type BulkOutcome = (typeof BULK_OUTCOMES)[number]

const Count = z.number().int()

/** A change of many codes with the number of its rows by outcome. */
export const BulkRun = z
  .object({
    id: z.string(),
    kind: z.enum(BULK_KINDS),
    state: z.enum(BULK_STATES),
    /** What it does; the fields of its kind. */
    change: z
      .object({
        contentType: z.string(),
        isDynamicCode: z.boolean(),
        target: z.union([
          z.object({ address: z.string() }),
          z.object({ find: z.string(), replace: z.string() }),
        ]),
        add: z.array(z.string()),
        remove: z.array(z.string()),
        enabled: z.boolean(),
        /** Name of the workspace to which codes move; empty of a home. */
        workspace: z.string(),
      })
      .partial(),
    /** Of an `import`, null for other kinds. */
    file: ImportedFile.nullable(),
    /** Whether its codes are dynamic, by the first of them. */
    isDynamicCode: z.boolean(),
    /** Its first and its last row: the name, without one the id, empty without both. */
    names: z.object({ first: z.string(), last: z.string() }),
    total: Count,
    ready: Count,
    skipped: Count,
    done: Count,
    failed: Count,
    undone: Count,
    retained: Count,
    /** Rows with something to look at that refuses nothing. */
    warned: Count,
    /** Rows that could be created although there is a code with their name and content; 0 once it was started. */
    known: Count,
    /** The error code that stopped it, with its text; null for none, and when a person did. */
    stopReason: z.object({ code: z.string(), message: z.string() }).nullable(),
    /**
     * Codes that the plan still holds, of which add-on; null where nothing is limited, for kinds that make no codes, and once
     * the run is over.
     */
    room: z
      .object({ addon: z.string(), used: Count, limit: Count, left: Count, isPastDue: z.boolean() })
      .nullable(),
    /** Whether the design scans on these codes; null where no design is set. */
    design: z.object({ passes: z.boolean() }).nullable(),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
    /** Until when it can be started, as long as it was not, or else undone; null when neither can be. */
    expiresAt: z.iso.datetime().nullable(),
    /** Until when the rows and the report are kept. */
    rowsUntil: z.iso.datetime(),
  })
  .meta({ id: 'BulkRun' })
export type BulkRun = z.infer<typeof BulkRun>

export const OneBulkRun = resultOf(BulkRun)

export const BulkRuns = z.object({
  result: z.array(BulkRun),
  meta: z.object({ limit: z.number().int(), nextCursor: z.string().nullable() }),
})
export type BulkRuns = z.infer<typeof BulkRuns>

/** What there is to say about a row. A warning refuses nothing. */
export const BulkProblem = z.object({
  /** Of the row, such as `name` or `content.ssid`; empty for the row as a whole. */
  field: z.string(),
  /** A field error or an error code. */
  code: z.string(),
  /** In the language of the call. */
  message: z.string(),
  isWarning: z.boolean(),
})
export type BulkProblem = z.infer<typeof BulkProblem>

export const BulkRow = z
  .object({
    /** From 1. */
    row: Count,
    outcome: z.enum(BULK_OUTCOMES),
    name: z.string(),
    /** As given, or of the code; empty when it is generated later, and for a static code. */
    dynamicId: z.string(),
    /** Null before the code is made. Of an `import` the code that is there for `same`, and for a path that it gets besides. */
    codeId: z.string().nullable(),
    /** The short link of the code; null for a static one, and before it is made. */
    link: z.string().nullable(),
    /** The row of a `create` run as it was received, for repairs; Wi-Fi passwords are gone once it is done. */
    input: z.unknown(),
    /** Targets of a `target` run: before, and after. */
    from: z.string().nullable(),
    to: z.string().nullable(),
    /** What the file says in this row; null for other kinds than `import`. */
    file: ImportedRow.nullable(),
    /** Reasons, and warnings. */
    problems: z.array(BulkProblem),
  })
  .meta({ id: 'BulkRow' })
export type BulkRow = z.infer<typeof BulkRow>

export const BulkRows = z.object({
  result: z.array(BulkRow),
  meta: z.object({ nextCursor: z.number().int().nullable() }),
})
export type BulkRows = z.infer<typeof BulkRows>

/** PATCH of a row: the row as it is checked now, and its run with the new counts. */
export const MendedBulkRow = resultOf(z.object({ row: BulkRow, run: BulkRun }))
