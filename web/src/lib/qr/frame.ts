import { cleanLine, type FrameTextOutline, type QrFrame } from '@scanleaf/qr'
import { withoutProtocol } from '../format/format'
import { recentResults } from './recent'
import { type FrameWords, outlineFrame } from './text-outline'

/** What a code can say in the second line of its frame; null for what it does not have. */
export interface CodeLabels {
  name: string | null
  id: string | null
  /** Without protocol. */
  link: string | null
}

/** The labels of a saved code. */
export const codeLabels = (code: {
  name: string
  dynamicId: string | null
  codeRedirect: string | null
}): CodeLabels => ({
  name: code.name || null,
  id: code.dynamicId,
  link: code.codeRedirect && withoutProtocol(code.codeRedirect),
})

/** Cached outlines of frames. */
const MAX_READY = 24
const recent = recentResults<FrameTextOutline[]>(MAX_READY)

/** The words of a frame on a code with these labels; null without a frame and for one without text. */
export function frameWordsOf(frame: QrFrame | undefined, labels: CodeLabels): FrameWords | null {
  const text = frame ? cleanLine(frame.text) : ''
  if (!frame || text === '') return null
  return { text, language: frame.language, second: frame.line ? labels[frame.line] : null }
}

/**
 * Outlines of the words of a frame, which the server makes as for its own drawings.
 * @throws ApiError when the server refuses the text or does not answer
 */
export const loadFrameLines = (words: FrameWords): Promise<FrameTextOutline[]> =>
  recent(JSON.stringify(words), () => outlineFrame(words))
