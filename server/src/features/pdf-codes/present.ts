import { PDF_VERSION_DAYS, type PdfCode, type PdfVersion } from '@scanleaf/shared'
import { type Addresses, presentUserCode, type UserCodeRow } from '../user-codes'
import type { PdfRow } from './repository'
import type { PdfVersionRow } from './version-repository'

const DAY_MS = 86_400_000

/** Where a PDF code is to be found; the picture's address changes with the file. */
export function addressesOf(
  { name, fileId, pageWidth }: { name: string; fileId: string; pageWidth: number | null },
  pdfHost: string,
): { pageUrl: string; pdfUrl: string; previewUrl: string | null } {
  const pageUrl = `${pdfHost}/${name}`
  return {
    pageUrl,
    pdfUrl: `${pageUrl}/file`,
    previewUrl: pageWidth === null ? null : `${pageUrl}/page.webp?v=${fileId.slice(0, 8)}`,
  }
}

/** All of a PDF code that leaves the server. */
export function presentPdf(
  pdf: PdfRow,
  code: UserCodeRow,
  addresses: Addresses & { pdfHost: string },
): PdfCode {
  const {
    dynamicId,
    name: codeName,
    codeRedirect,
    qrImageUrl,
    enabled,
    scanCounter,
    createdAt,
  } = presentUserCode(code, addresses)
  const { id, name, version, companyName, title, website, opens, downloads } = pdf
  return {
    _id: id,
    id,
    name,
    ...addressesOf({ name, ...version }, addresses.pdfHost),
    dynamicId: dynamicId ?? '',
    codeRedirect: codeRedirect ?? '',
    fileName: version.fileName,
    fileSize: version.size,
    fileUpdatedAt: version.placedAt.toISOString(),
    companyName,
    title,
    website,
    codeName,
    qrImageUrl,
    enabled,
    scanCounter,
    opens,
    downloads,
    createdAt,
    updatedAt: pdf.updatedAt.toISOString(),
  }
}

export function presentVersion({ id, fileName, size, placedAt, replacedAt }: PdfVersionRow): PdfVersion {
  return {
    id,
    fileName,
    fileSize: size,
    createdAt: placedAt.toISOString(),
    isCurrent: replacedAt === null,
    removedAt: replacedAt && new Date(replacedAt.getTime() + PDF_VERSION_DAYS * DAY_MS).toISOString(),
  }
}
