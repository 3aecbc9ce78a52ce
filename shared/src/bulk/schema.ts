import * as z from 'zod'
import { resultOf } from '../wire'

export const BATCH_KINDS = ['create', 'target', 'tags', 'enabled', 'design', 'delete'] as const
export type BatchKind = (typeof BATCH_KINDS)[number]

/** `ready` after the dry run; `stopped` by a person or a reason, and can go on or be undone. */
export const BATCH_STATES = ['ready', 'running', 'stopped', 'done', 'undoing', 'undone'] as const
export type BatchState = (typeof BATCH_STATES)[number]

/**
 * `ready` to be done; `refused` by the dry run; `failed` when its turn came, with the reason; `undone`, or `kept` by an
 * undo because the code was changed or scanned since.
 */
export const BATCH_ROW_OUTCOMES = ['ready', 'refused', 'done', 'failed', 'undone', 'kept'] as const
export type BatchRowOutcome = (typeof BATCH_ROW_OUTCOMES)[number]

const Count = z.number().int()

/** A batch with the number of its rows by outcome. */
export const CodeBatch = z.object({
  id: z.string(),
  kind: z.enum(BATCH_KINDS),
  state: z.enum(BATCH_STATES),
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
    })
    .partial(),
  /** Whether its codes are dynamic, by the first of them. */
  isDynamicCode: z.boolean(),
  /** Its first and its last row: the name, without one the id, empty without both. */
  names: z.object({ first: z.string(), last: z.string() }),
  total: Count,
  ready: Count,
  refused: Count,
  done: Count,
  failed: Count,
  undone: Count,
  kept: Count,
  /** Rows with something to look at that refuses nothing. */
  warned: Count,
  /** Rows that could be created although there is a code with their name and content; 0 once it was started. */
  known: Count,
  /** The error code that stopped it, with its text; null for none, and when a person did. */
  stopReason: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Codes that the plan still holds, of which add-on; null where nothing is limited, and for other kinds than `create`. */
  room: z
    .object({ addon: z.string(), used: Count, limit: Count, left: Count, isPastDue: z.boolean() })
    .nullable(),
  /** Whether the design scans on these codes; null where no design is set. */
  design: z.object({ passes: z.boolean() }).nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Until when it can be started, as long as it is `ready`, or else undone; null when neither can be. */
  expiresAt: z.iso.datetime().nullable(),
})
export type CodeBatch = z.infer<typeof CodeBatch>

export const OneCodeBatch = resultOf(CodeBatch)

export const CodeBatches = z.object({
  result: z.array(CodeBatch),
  meta: z.object({ limit: z.number().int(), nextCursor: z.string().nullable() }),
})
export type CodeBatches = z.infer<typeof CodeBatches>

/** What there is to say about a row. A warning refuses nothing. */
export const BatchProblem = z.object({
  /** Of the row, such as `name` or `content.ssid`; empty for the row as a whole. */
  field: z.string(),
  /** A field error or an error code. */
  code: z.string(),
  /** In the language of the call. */
  message: z.string(),
  isWarning: z.boolean(),
})
export type BatchProblem = z.infer<typeof BatchProblem>

export const CodeBatchRow = z.object({
  /** From 1. */
  row: Count,
  outcome: z.enum(BATCH_ROW_OUTCOMES),
  name: z.string(),
  /** As given, or of the code; empty when it is generated later, and for a static code. */
  dynamicId: z.string(),
  /** Null before the code is made. */
  codeId: z.string().nullable(),
  /** The short link of the code; null for a static one, and before it is made. */
  link: z.string().nullable(),
  /** The row of a `create` batch as it was received, for mending; Wi-Fi passwords are gone once it is done. */
  input: z.unknown(),
  /** Targets of a `target` batch: before, and after. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  problems: z.array(BatchProblem),
})
export type CodeBatchRow = z.infer<typeof CodeBatchRow>

export const CodeBatchRows = z.object({
  result: z.array(CodeBatchRow),
  meta: z.object({ nextCursor: z.number().int().nullable() }),
})
export type CodeBatchRows = z.infer<typeof CodeBatchRows>

/** PATCH of a row: the row as it is judged now, and its batch with the new counts. */
export const MendedBatchRow = resultOf(z.object({ row: CodeBatchRow, batch: CodeBatch }))
