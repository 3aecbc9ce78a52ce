import type { FrameTextOutline } from '@scanleaf/qr'
import { api } from '../api/api'

/** The words of a frame. */
export interface FrameWords {
  text: string
  /** BCP 47. */
  language: string
  second: string | null
}

const frameAnswer = async () => (await import('./response-schemas')).FrameResponse

/**
 * The outline of a text: the server has the fonts of all scripts. It needs no account.
 * @throws ApiError when the server refuses the text or does not answer
 */
export async function outlineOfText(text: string): Promise<FrameTextOutline> {
  return (await api.post('/qrcode-generator/text-outline', { text }, frameAnswer)).result.outline
}

/**
 * The outlines of a frame's text and, if it has one, of its second line.
 * @throws ApiError when the server refuses the text or does not answer
 */
export async function outlineFrame(words: FrameWords): Promise<FrameTextOutline[]> {
  const { result } = await api.post('/qrcode-generator/text-outline', words, frameAnswer)
  return result.second ? [result.outline, result.second] : [result.outline]
}
