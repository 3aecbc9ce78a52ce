import { isLanguage, type Language } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { requestLanguage } from '../../platform/http/error-handler'

/** `lang` of the billing calls (billing-spec §7). */
export const LanguageQuery = z.object({ lang: z.custom<Language>(isLanguage).optional().catch(undefined) })

export const requestedLanguage = (request: FastifyRequest, lang: Language | undefined): Language =>
  lang ?? requestLanguage(request)
