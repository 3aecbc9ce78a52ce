import type { LogoOutline } from '@scanleaf/shared'
import { api } from '../api/api'

const answer = async () => (await import('./response-schemas')).OutlineResponse

/**
 * The outline of a text: the server has the fonts of all scripts.
 * @throws ApiError when the server refuses the text or does not answer
 */
export async function outlineOfText(text: string): Promise<LogoOutline> {
  const body = { textLogo: text, link: '', background: '' }
  return (await api.post('/qrcode-generator/qrcode-url-logo-text/user', body, answer)).result.outline
}
