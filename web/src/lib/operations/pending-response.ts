import { PendingWork, resultOf } from '@scanleaf/shared'

export const PendingResponse = resultOf(PendingWork)
