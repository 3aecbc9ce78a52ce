import { dynamicLinkPayload } from '@scanleaf/qr'
import { manualIdError } from '@scanleaf/shared'
import { contentPayload } from '../../../lib/qr/payload'
import { type Cells, contentOf, type ManyType } from './row-fields'

/** A generated id has this form. */
export const SAMPLE_ID = 'ABCD1234'

/** The text of the symbol of a row that is not a code yet: a link of the same form, or the content; null while it is invalid. */
export function payloadOf(type: ManyType, cells: Cells, linkBase: string): string | null {
  if (!type.isDynamic) return contentPayload(type.contentType, contentOf(type, cells))
  const { dynamicId = '' } = cells
  return dynamicLinkPayload(`${linkBase}/${manualIdError(dynamicId) === null ? dynamicId : SAMPLE_ID}`)
}
