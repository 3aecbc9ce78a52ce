import { OutlinedText, resultOf } from '@scanleaf/shared'

/** The response to the words of a frame, and to a text logo. */
export const FrameResponse = resultOf(OutlinedText)
