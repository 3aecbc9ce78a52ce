import { LogoOutline, resultOf } from '@scanleaf/shared'
import { z } from 'zod'

/** The shape of the answer to a logo of text. */
export const OutlineResponse = resultOf(z.object({ outline: LogoOutline }))
