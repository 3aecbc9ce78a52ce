import { BillingNotification, resultOf } from '@scanleaf/shared'
import * as z from 'zod'

export const NotificationsResponse = resultOf(z.array(BillingNotification))
export const DismissedResponse = resultOf(z.object({ id: z.string() }))
