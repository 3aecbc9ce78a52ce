import { PdfCode, PdfNameCheck, PdfVersion, resultOf, UserCode } from '@scanleaf/shared'
import * as z from 'zod'

export const PdfCodeResponse = resultOf(PdfCode)
export const NameCheckResponse = resultOf(PdfNameCheck)
export const VersionsResponse = resultOf(z.array(PdfVersion))
export const UserCodeResponse = resultOf(UserCode)
export const Anything = z.unknown()
