import { CodeBatch, CodeBatchRows, MendedBatchRow, PageMeta, resultOf } from '@scanleaf/shared'
import { z } from 'zod'

export const BatchResponse = resultOf(CodeBatch)
export const BatchesResponse = z.object({ result: z.array(CodeBatch), meta: PageMeta })
export const RowsResponse = CodeBatchRows
export const MendedResponse = MendedBatchRow
