import { resultOf } from '@scanleaf/shared'
import * as z from 'zod'

export const UploadedResponse = resultOf(z.object({ id: z.string() }))
