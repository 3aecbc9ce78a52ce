import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Banner, bannerLink } from '../../ui/banner/banner'

export const conflictTitle = (t: TFunction<'link-rules'>, who: string): string =>
  who === '' ? t('conflict.title-unknown') : t('conflict.title', { who: bidiIsolate(who) })

/** Somebody else has saved rules since these were read. */
export function ConflictNote({ who, onCompare }: { who: string; onCompare: () => void }) {
  const { t } = useTranslation('link-rules')
  return (
    <Banner
      tone="past-due"
      link={
        <button type="button" className={bannerLink} onClick={onCompare}>
          {t('conflict.compare')}
        </button>
      }
    >
      <b>{conflictTitle(t, who)}</b>
      <br />
      {t('conflict.text')}
    </Banner>
  )
}
