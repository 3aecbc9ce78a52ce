import { type AmountProblem, exampleAmount } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../lib/i18n/i18n'

/** The error of a typed amount, with an example in the user's notation; undefined when it is valid. */
export function useAmountProblem(): (problem: AmountProblem | null) => string | undefined {
  const { t } = useTranslation('errors')
  const example = bidiIsolate(exampleAmount(useLanguage()))
  return (problem) => (problem === null ? undefined : t(`field.${problem}`, { example }))
}
