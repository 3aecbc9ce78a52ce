import { shownPdfName } from '@scanleaf/shared'
import type { FileRow } from '../media'
import { readAddress, refuseDenied, type UserCodeContext } from '../user-codes'
import type { NewVersion } from './version-repository'

/**
 * An address by the rules of a Website code, as the URL standard writes it.
 * @param current the address that it is to replace
 * @throws AppError ValidationError naming `website`
 */
export function readWebsite(
  { denyList, addressRules }: Pick<UserCodeContext, 'denyList' | 'addressRules'>,
  text: string,
  current?: string,
): string {
  const website = readAddress('website', text, addressRules, current)
  refuseDenied(denyList, { website })
  return website
}

/** @param fileName the file's name in the form, if given; else it keeps its original name */
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
