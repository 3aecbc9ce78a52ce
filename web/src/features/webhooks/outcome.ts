import { type DeliveryOutcome, type Language, languageOf } from '@scanleaf/shared'
import type { TFunction } from 'i18next'

export const isAccepted = ({ status }: DeliveryOutcome): boolean =>
  status !== null && status >= 200 && status < 300

/** The response of a receiver: its status, or why there is none. */
export const outcomeText = (t: TFunction<'webhooks'>, { status, problem }: DeliveryOutcome): string =>
  problem === null ? `${status}` : t(`webhooks:problem.${problem}`)

/** @example formatDuration(84, 'en') // '84 ms'; from a second on '10 sec' */
export const formatDuration = (ms: number, language: Language): string =>
  new Intl.NumberFormat(languageOf(language).intl, {
    style: 'unit',
    unit: ms < 1000 ? 'millisecond' : 'second',
    maximumFractionDigits: 1,
  }).format(ms < 1000 ? ms : ms / 1000)
