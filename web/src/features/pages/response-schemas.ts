import { PageOfCode, PageVersion, resultOf } from '@scanleaf/shared'
import * as z from 'zod'

export const PageResponse = resultOf(PageOfCode)
export const VersionsResponse = resultOf(z.array(PageVersion))
