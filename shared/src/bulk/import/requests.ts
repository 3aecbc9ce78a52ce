import * as z from 'zod'
import { TEXT_ENCODINGS } from '../tables/encodings'
import { IMPORT_SOURCES } from '../user-codes/imported-from'
import { emptyToNull, Line, Paging } from '../wire'
import { MAX_IMPORT_HEADERS } from './limits'
import { IMPORT_OUTCOMES, IMPORT_VERDICTS } from './schema'
import { IMPORT_COLUMNS } from './sources'

const Host = Line.max(300, { error: 'too-long' })
const Source = z.enum(IMPORT_SOURCES, { error: 'invalid-choice' })

/** POST /imports: a form with the file `file`; what is empty is found out from the file. */
export const NewImport = z.object({
  host: emptyToNull(Host),
  source: emptyToNull(Source),
  /** How the bytes are read, where a person has seen it; else a mark or the letters tell, and the language of the call. */
  encoding: emptyToNull(z.enum(TEXT_ENCODINGS, { error: 'invalid-choice' })),
})
export type NewImport = z.output<typeof NewImport>

const Column = z
  .int()
  .min(0)
  .max(MAX_IMPORT_HEADERS - 1)
  .nullable()

/** PATCH /imports/{id}: judges all rows again, with other columns or another host; an empty body with the same ones. */
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

/** GET /imports: the newest first. */
export const ListImports = Paging

/** GET /imports/{id}/rows: in the order of the file, 100 a page. */
export const ListImportRows = z.object({
  verdict: emptyToNull(z.enum(IMPORT_VERDICTS, { error: 'invalid-choice' })),
  outcome: emptyToNull(z.enum(IMPORT_OUTCOMES, { error: 'invalid-choice' })),
  /** `meta.nextCursor` of the page before. */
  cursor: z.coerce.number().int().nonnegative().max(1_000_000).optional(),
})
export type ListImportRows = z.output<typeof ListImportRows>
