import { PdfCode, PdfNameCheck, PdfVersion, resultOf, UserCode } from '@scanleaf/shared'
import { z } from 'zod'

export const PdfCodeAnswer = resultOf(PdfCode)
export const NameCheckAnswer = resultOf(PdfNameCheck)
export const VersionsAnswer = resultOf(z.array(PdfVersion))
export const UserCodeAnswer = resultOf(UserCode)
export const Anything = z.unknown()
