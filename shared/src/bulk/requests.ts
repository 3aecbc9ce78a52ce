import * as z from 'zod'
import { LogoInput } from '../generator/logo'
import { QrSettingsInput } from '../generator/settings'
import { DynamicIdInput, Flag, NameInput, NewCodeType, Tags } from '../user-codes/schema'
import { AddressLine, Line, Paging, RequiredLine, Text } from '../wire'
import { BATCH_ROW_OUTCOMES } from './schema'
import { Selection } from './selection'

/** More than any content type has. */
export const MAX_CONTENT_FIELDS = 40
/** Longest address that is looked for or put in, in UTF-16 units. */
const MAX_TARGET_LENGTH = 2048

/**
 * A new code of a batch; what its codes have in common stands beside the rows. `content` has the fields of the content
 * type (spec §3), that of a dynamic code `content` with its target.
 */
export const BatchRowInput = z.object({
  content: z
    .record(Text.max(40), z.union([Text.max(65_536, { error: 'too-long' }), z.boolean()]))
    .refine((fields) => Object.keys(fields).length <= MAX_CONTENT_FIELDS, { error: 'too-many' }),
  dynamicId: DynamicIdInput.default(''),
  name: NameInput.default(''),
  /** Besides those of the batch. */
  tags: Tags.default([]),
})
export type BatchRowInput = z.output<typeof BatchRowInput>

/**
 * Numbers from `from` to `to`. In every text of the row `{n}` stands for the number, with zeros in front up to `digits`,
 * and `{{` for a brace; any other brace is the field error `placeholder`.
 */
export const BatchRange = z.object({
  from: z.int().min(0).max(999_999_999),
  to: z.int().min(0).max(999_999_999),
  step: z.int().min(1).max(1_000_000).default(1),
  digits: z.int().min(1).max(9).default(1),
})
export type BatchRange = z.output<typeof BatchRange>

/** New codes by `rows`, or by `range` with the one `row` that is repeated. */
const CreateBatch = z.object({
  kind: z.literal('create'),
  /** Any but Website-pdf: each PDF needs its file. */
  contentType: NewCodeType,
  isDynamicCode: Flag,
  tags: Tags.default([]),
  qrCustomSettings: QrSettingsInput.optional(),
  logo: LogoInput.nullable().default(null),
  /** Each is judged by itself as a {@link BatchRowInput}. */
  rows: z.array(z.unknown()).optional(),
  range: BatchRange.optional(),
  row: z.unknown().optional(),
})

/** One address for all, or a plain text that is replaced in the stored targets. */
export const TargetChange = z.union([
  z.strictObject({ address: AddressLine.min(1, { error: 'required' }).max(MAX_TARGET_LENGTH) }),
  z.strictObject({
    find: RequiredLine.max(MAX_TARGET_LENGTH, { error: 'too-long' }),
    replace: Line.max(MAX_TARGET_LENGTH, { error: 'too-long' }),
  }),
])
export type TargetChange = z.output<typeof TargetChange>

const TargetBatch = z.object({ kind: z.literal('target'), selection: Selection, target: TargetChange })
const TagsBatch = z.object({
  kind: z.literal('tags'),
  selection: Selection,
  add: Tags.default([]),
  remove: Tags.default([]),
})
const EnabledBatch = z.object({ kind: z.literal('enabled'), selection: Selection, enabled: z.boolean() })
/** Settings that are not given stay as each code has them; a logo of null takes the logo away. */
const DesignBatch = z.object({
  kind: z.literal('design'),
  selection: Selection,
  qrCustomSettings: QrSettingsInput.optional(),
  logo: LogoInput.nullable().optional(),
})
const DeleteBatch = z.object({ kind: z.literal('delete'), selection: Selection })

/** POST /code-batches: one change of many codes, as a dry run. */
export const NewCodeBatch = z.discriminatedUnion('kind', [
  CreateBatch,
  TargetBatch,
  TagsBatch,
  EnabledBatch,
  DesignBatch,
  DeleteBatch,
])
export type NewCodeBatch = z.output<typeof NewCodeBatch>

/**
 * POST /code-batches/{id}/start: `all` starts only while no row is refused, `valid` leaves refused rows out.
 * `scanAnyway` accepts a design that the scan check does not pass. `leavesOutKnown` refuses the rows of which there is a
 * code with the same name and content.
 */
export const StartBatch = z.object({
  mode: z.enum(['all', 'valid'], { error: 'invalid-choice' }).default('all'),
  scanAnyway: Flag.default(false),
  leavesOutKnown: Flag.default(false),
})
export type StartBatch = z.output<typeof StartBatch>

/** GET /code-batches: those that were started, the newest first. */
export const ListCodeBatches = Paging.pick({ limit: true }).extend({
  /** `meta.nextCursor` of the page before. */
  cursor: z.uuid().optional(),
})
export type ListCodeBatches = z.output<typeof ListCodeBatches>

/** GET /code-batches/{id}/rows: in the order of the rows, 100 a page. */
export const ListBatchRows = z.object({
  outcome: z.enum(BATCH_ROW_OUTCOMES, { error: 'invalid-choice' }).optional(),
  /** `meta.nextCursor` of the page before. */
  cursor: z.coerce.number().int().nonnegative().max(1_000_000).optional(),
})
export type ListBatchRows = z.output<typeof ListBatchRows>
