import { validateWebsite, websiteHref } from '@scanleaf/qr'
import { shownPdfName } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { FileRow } from '../media'
import type { NewVersion } from './version-repository'

/**
 * An address by the rules of a Website code, as the URL standard writes it.
 * @throws AppError ValidationError naming `website`
 */
export function readWebsite(website: string): string {
  const wrong = validateWebsite(website)
  if (wrong) throw new AppError('ValidationError', { website: wrong })
  return websiteHref(website)
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
