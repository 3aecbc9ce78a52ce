import { LogoOutline, resultOf } from '@scanleaf/shared'
import { z } from 'zod'

/** The response to a text logo. */
export const OutlineResponse = resultOf(z.object({ outline: LogoOutline }))
