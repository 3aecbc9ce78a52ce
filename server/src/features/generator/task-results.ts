import type { DrawnSheetPage } from '@scanleaf/qr'
import { ScanRepair, ScanVerdict, TextOutline } from '@scanleaf/shared'
import * as z from 'zod'
import { Bytes } from '../../platform/workers/pool'
import type { LabelReading } from './sheet-labels'

const Stream = z.object({ entries: z.string(), data: Bytes })

const SheetPage = z.object({
  content: Bytes,
  resources: z.array(
    z.object({
      kind: z.enum(['Shading', 'XObject']),
      name: z.string(),
      key: z.string(),
      body: z.union([z.string(), z.object({ stream: Stream, mask: Stream.exactOptional() })]).nullable(),
    }),
  ),
}) satisfies z.ZodType<DrawnSheetPage>

const Reading = z.object({
  isRead: z.boolean(),
  isCut: z.boolean(),
  missing: z.array(z.string()),
}) satisfies z.ZodType<LabelReading>

/** What the tasks of generator-worker.ts answer that draw and judge. */
export const DRAWING_RESULTS = {
  draw: Bytes,
  drawFiles: z.object({ files: z.array(Bytes), isRead: z.boolean() }),
  drawLabels: SheetPage,
  drawPage: SheetPage,
  readLabels: z.array(Reading),
  check: ScanVerdict.omit({ repair: true }),
  repair: ScanRepair.nullable(),
  outline: TextOutline,
  frameLines: z.union([z.tuple([TextOutline]), z.tuple([TextOutline, TextOutline])]),
}

/** More than the largest symbol holds. */
const MAX_CODE_LENGTH = 8_192

/** What the task of the same worker answers that reads uploaded images. */
export const READING_RESULTS = { read: z.string().max(MAX_CODE_LENGTH).nullable() }
