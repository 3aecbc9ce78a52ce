import { Confirmed, resultOf } from '@scanleaf/shared'

export const ConfirmedResponse = resultOf(Confirmed)
