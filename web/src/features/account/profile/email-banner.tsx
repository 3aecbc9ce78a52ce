import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Banner, BannerStack, bannerLink } from '../../../ui/banner/banner'
import { useSendVerification } from './use-send-verification'

/** Over every screen until the address is confirmed: without it no code can be made. */
export function EmailBanner({ email }: { email: string }) {
  const { t } = useTranslation('recovery')
  const { send, isSending } = useSendVerification()
  return (
    <BannerStack>
      <Banner
        tone="pending"
        link={
          <button type="button" className={bannerLink} disabled={isSending} onClick={send}>
            {t('send-again')}
          </button>
        }
      >
        {t('email.banner', { email: bidiIsolate(email) })}
      </Banner>
    </BannerStack>
  )
}
