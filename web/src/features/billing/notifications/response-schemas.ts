import { BillingNotice, resultOf } from '@scanleaf/shared'
import { z } from 'zod'

export const NoticesAnswer = resultOf(z.array(BillingNotice))
export const ClosedAnswer = resultOf(z.object({ id: z.string() }))
