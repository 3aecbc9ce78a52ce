import { PageOfCode, PageVersion, PdfCodePage, resultOf, UploadedPicture } from '@scanleaf/shared'
import * as z from 'zod'

export const PageResponse = resultOf(PageOfCode)
export const PictureResponse = resultOf(UploadedPicture)
export const VersionsResponse = resultOf(z.array(PageVersion))
export { PdfCodePage as PdfCodesResponse }
