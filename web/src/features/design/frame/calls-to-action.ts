import type { Language } from '@scanleaf/shared'
import { queryOptions } from '@tanstack/react-query'
import { textsOf } from '../../../lib/i18n/i18n'

/** The suggestions in a language, which need not be the one on screen: only its texts are fetched. */
export const callsToAction = (language: Language) =>
  queryOptions({
    queryKey: ['calls-to-action', language],
    queryFn: async () => (await textsOf(language, 'calls-to-action')) ?? {},
    staleTime: Number.POSITIVE_INFINITY,
  })
