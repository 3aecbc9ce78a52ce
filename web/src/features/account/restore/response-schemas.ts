import { FoundBackups, resultOf } from '@scanleaf/shared'
import * as z from 'zod'

export const FoundBackupsResponse = resultOf(FoundBackups)
export const RestoreResponse = resultOf(z.object({ name: z.string() }))
