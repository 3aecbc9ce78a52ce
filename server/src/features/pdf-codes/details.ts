import { validateWebsite, websiteHref } from '@scanleaf/qr'
import { shownPdfName } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { DenyList } from '../../platform/deny-list'
import type { FileRow } from '../media'
import { refuseDenied } from '../user-codes'
import type { NewVersion } from './version-repository'

/**
 * An address by the rules of a Website code, as the URL standard writes it.
 * @throws AppError ValidationError naming `website`
 */
export function readWebsite(denyList: DenyList, text: string): string {
  const wrong = validateWebsite(text)
  if (wrong) throw new AppError('ValidationError', { website: wrong })
  const website = websiteHref(text)
  refuseDenied(denyList, { website })
  return website
}

/** @param fileName what the form calls the file, if it does; else it keeps the name that it came with */
export const versionOf = (
  codeId: string,
  { id: fileId, key, name, size, sha256 }: FileRow,
  fileName: string | undefined,
  placedAt: Date,
): NewVersion => ({
  codeId,
  fileId,
  key,
  fileName: fileName ? shownPdfName(fileName) : name,
  size,
  sha256,
  placedAt,
})
