import type { CALLS_TO_ACTION, Language } from '@scanleaf/shared'
import { queryOptions } from '@tanstack/react-query'
import { textsOf } from '../../../lib/i18n/i18n'

/** Texts by key; none while they load and offline. */
export type Suggestions = Readonly<Partial<Record<(typeof CALLS_TO_ACTION)[number], string>>>

/** The suggestions in a language, which need not be the one on screen: only its texts are fetched. */
export const callsToAction = (language: Language) =>
  queryOptions({
    queryKey: ['calls-to-action', language],
    queryFn: async (): Promise<Suggestions> => (await textsOf(language, 'calls-to-action')) ?? {},
    staleTime: Number.POSITIVE_INFINITY,
  })
