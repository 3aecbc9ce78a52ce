import { LogoOutline, resultOf } from '@scanleaf/shared'
import { z } from 'zod'

/** Of the answer to a logo of text, the shape. */
export const OutlineResponse = resultOf(z.object({ outline: LogoOutline }))
