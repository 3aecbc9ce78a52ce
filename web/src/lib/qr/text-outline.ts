import type { TextOutline } from '@scanleaf/qr'
import type { LogoOutline } from '@scanleaf/shared'
import { api } from '../api/api'

/** The words of a frame. */
export interface FrameWords {
  text: string
  /** BCP 47. */
  language: string
  second: string | null
}

const answer = async () => (await import('./response-schemas')).OutlineResponse
const frameAnswer = async () => (await import('./response-schemas')).FrameResponse

/**
 * The outline of a text: the server has the fonts of all scripts.
 * @throws ApiError when the server refuses the text or does not answer
 */
export async function outlineOfText(text: string): Promise<LogoOutline> {
  const body = { textLogo: text, link: '', background: '' }
  return (await api.post('/qrcode-generator/qrcode-url-logo-text/user', body, answer)).result.outline
}

/**
 * The outlines of a frame's text and, if it has one, of its second line.
 * @throws ApiError when the server refuses the text or does not answer
 */
export async function outlineFrame(words: FrameWords): Promise<TextOutline[]> {
  const { result } = await api.post('/qrcode-generator/text-outline', words, frameAnswer)
  return result.second ? [result.outline, result.second] : [result.outline]
}
