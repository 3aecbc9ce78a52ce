import { BulkRows, BulkRuns, MendedBulkRow, OneBulkRun, OneCheckedImport } from '@scanleaf/shared'

export const RunResponse = OneBulkRun
export const RunsResponse = BulkRuns
export const RowsResponse = BulkRows
export const MendedResponse = MendedBulkRow
export const CheckResponse = OneCheckedImport
