import * as z from 'zod'
import { LogoInput } from '../generator/logo'
import { QrSettingsInput } from '../generator/settings'
import { TEXT_ENCODINGS } from '../text-encodings'
import { IMPORT_SOURCES } from '../user-codes/imported-from'
import { DynamicIdInput, Flag, NameInput, NewCodeType, Tags } from '../user-codes/schema'
import { AddressLine, emptyToNull, Line, Paging, RequiredLine, Text } from '../wire'
import { IMPORT_VERDICTS } from './import/file'
import { IMPORT_COLUMNS } from './import/sources'
import { MAX_IMPORT_HEADERS } from './limits'
import { BULK_OUTCOMES } from './schema'
import { Selection } from './selection'

/** More than any content type has. */
export const MAX_CONTENT_FIELDS = 40
/** Longest address that is looked for or put in, in UTF-16 units. */
const MAX_TARGET_LENGTH = 2048

/**
 * A new code of a run; what its codes have in common stands beside the rows. `content` has the fields of the content
 * type (spec §3), that of a dynamic code `content` with its target.
 */
export const BulkRowInput = z.object({
  content: z
    .record(Text.max(40), z.union([Text.max(65_536, { error: 'too-long' }), z.boolean()]))
    .refine((fields) => Object.keys(fields).length <= MAX_CONTENT_FIELDS, { error: 'too-many' }),
  dynamicId: DynamicIdInput.default(''),
  name: NameInput.default(''),
  /** Besides those of the run. */
  tags: Tags.default([]),
})
export type BulkRowInput = z.output<typeof BulkRowInput>

/**
 * Numbers from `from` to `to`. In every text of the row `{n}` stands for the number, with zeros in front up to `digits`,
 * and `{{` for a brace; any other brace is the field error `placeholder`.
 */
export const BulkRange = z.object({
  from: z.int().min(0).max(999_999_999),
  to: z.int().min(0).max(999_999_999),
  step: z.int().min(1).max(1_000_000).default(1),
  digits: z.int().min(1).max(9).default(1),
})
export type BulkRange = z.output<typeof BulkRange>

/** New codes by `rows`, or by `range` with the one `row` that is repeated. */
const CreateRun = z.object({
  kind: z.literal('create'),
  /** Any but Website-pdf: each PDF needs its file. */
  contentType: NewCodeType,
  isDynamicCode: Flag,
  tags: Tags.default([]),
  qrCustomSettings: QrSettingsInput.optional(),
  logo: LogoInput.nullable().default(null),
  /** Each is checked by itself as a {@link BulkRowInput}. */
  rows: z.array(z.unknown()).optional(),
  range: BulkRange.optional(),
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

const TargetRun = z.object({ kind: z.literal('target'), selection: Selection, target: TargetChange })
const TagsRun = z.object({
  kind: z.literal('tags'),
  selection: Selection,
  add: Tags.default([]),
  remove: Tags.default([]),
})
const EnabledRun = z.object({ kind: z.literal('enabled'), selection: Selection, enabled: z.boolean() })
/** Settings that are not given stay as each code has them; a logo of null takes the logo away. */
const DesignRun = z.object({
  kind: z.literal('design'),
  selection: Selection,
  qrCustomSettings: QrSettingsInput.optional(),
  logo: LogoInput.nullable().optional(),
})
/** The rules that a code has, to all others of the selection; they replace theirs. */
const RulesRun = z.object({ kind: z.literal('rules'), selection: Selection, from: z.uuid() })
const DeleteRun = z.object({ kind: z.literal('delete'), selection: Selection })
/** To another workspace of the caller, by its id. */
const MoveRun = z.object({
  kind: z.literal('move'),
  selection: Selection,
  to: RequiredLine.max(64, { error: 'too-long' }),
})

const Host = Line.max(300, { error: 'too-long' })
const Source = z.enum(IMPORT_SOURCES, { error: 'invalid-choice' })

/** A form with the file `file`; what is empty is found out from the file. */
const ImportFile = z.object({
  kind: z.literal('import'),
  host: emptyToNull(Host),
  source: emptyToNull(Source),
  /** How the bytes are read, where a person has seen it; else a mark or the letters tell, and the language of the call. */
  encoding: emptyToNull(z.enum(TEXT_ENCODINGS, { error: 'invalid-choice' })),
})
export type ImportFile = z.output<typeof ImportFile>

/** POST /bulk-runs: one change of many codes, as a dry run. */
export const NewBulkRun = z
  .discriminatedUnion('kind', [
    CreateRun,
    TargetRun,
    TagsRun,
    EnabledRun,
    DesignRun,
    RulesRun,
    DeleteRun,
    MoveRun,
    ImportFile,
  ])
  .meta({ id: 'NewBulkRun' })
export type NewBulkRun = z.output<typeof NewBulkRun>

const Column = z
  .int()
  .min(0)
  .max(MAX_IMPORT_HEADERS - 1)
  .nullable()

/**
 * PATCH /bulk-runs/{id}: checks all rows of a file again, with other columns or another host; an empty body with the same
 * ones.
 */
export const PatchImport = z
  .strictObject({
    /** Columns that are not named are not read. */
    mapping: z.partialRecord(z.enum(IMPORT_COLUMNS), Column),
    host: Host,
    source: Source,
    /** Imports codes enabled that were off, ended or locked at the old service. */
    enablesAll: z.boolean(),
  })
  .partial()
export type PatchImport = z.output<typeof PatchImport>

/**
 * POST /bulk-runs/{id}/start: `all` starts only while no row is skipped, `valid` leaves those rows out.
 * `scanAnyway` accepts a design that the scan check does not pass. `leavesOutKnown` skips the rows of which there is a
 * code with the same name and content.
 */
export const StartBulkRun = z.object({
  mode: z.enum(['all', 'valid'], { error: 'invalid-choice' }).default('all'),
  scanAnyway: Flag.default(false),
  leavesOutKnown: Flag.default(false),
})
export type StartBulkRun = z.output<typeof StartBulkRun>

/** GET /bulk-runs: those that were started, and files whether they were or not, the newest first. */
export const ListBulkRuns = Paging.pick({ limit: true }).extend({
  /** `meta.nextCursor` of the page before. */
  cursor: z.uuid().optional(),
  /** Only files of other services, or all but them. */
  isImport: z.enum(['true', 'false'], { error: 'invalid-choice' }).optional(),
})
export type ListBulkRuns = z.output<typeof ListBulkRuns>

/** GET /bulk-runs/{id}/rows: in the order of the rows, 100 a page. */
export const ListBulkRows = z.object({
  outcome: emptyToNull(z.enum(BULK_OUTCOMES, { error: 'invalid-choice' })),
  verdict: emptyToNull(z.enum(IMPORT_VERDICTS, { error: 'invalid-choice' })),
  /** `meta.nextCursor` of the page before. */
  cursor: z.coerce.number().int().nonnegative().max(1_000_000).optional(),
})
export type ListBulkRows = z.output<typeof ListBulkRows>
