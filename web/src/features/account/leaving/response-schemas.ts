import {
  AccountExport,
  AccountExports,
  DeletionPreview,
  ExportLink,
  PlannedDeletion,
  resultOf,
  WorkspaceDeletion,
} from '@scanleaf/shared'
import * as z from 'zod'

export const ExportsResponse = resultOf(AccountExports)
export const ExportResponse = resultOf(AccountExport)
export const ExportLinkResponse = resultOf(ExportLink)
export const PreviewResponse = resultOf(DeletionPreview)
export const PlannedResponse = resultOf(PlannedDeletion)
export const WorkspaceDeletionResponse = resultOf(WorkspaceDeletion)
export const KeptResponse = resultOf(z.object({ kept: z.literal(true) }))
