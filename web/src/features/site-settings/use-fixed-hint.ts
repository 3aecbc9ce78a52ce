import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'

/** What a setting says that the environment of the server fixes; undefined for one that is changed here. */
export function useFixedHint(): (fixedBy: string | null) => string | undefined {
  const { t } = useTranslation('site-settings')
  return (fixedBy) => (fixedBy === null ? undefined : t('fixed', { variable: bidiIsolate(fixedBy) }))
}
