import { LogoOutline, OutlinedText, resultOf } from '@scanleaf/shared'
import { z } from 'zod'

/** The response to a text logo. */
export const OutlineResponse = resultOf(z.object({ outline: LogoOutline }))
/** The response to the words of a frame. */
export const FrameResponse = resultOf(OutlinedText)
