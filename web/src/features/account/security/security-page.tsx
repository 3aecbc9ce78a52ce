import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { useDeferredData } from '../../../lib/use-deferred-data'
import { Banner, BannerStack } from '../../../ui/banner/banner'
import { ListSkeleton } from '../../../ui/list/list-skeleton'
import { HelpLink } from '../../../ui/page/help-link'
import { PageHeader } from '../../../ui/page/page-header'
import { LoadError } from '../../../ui/state/load-error'
import { AccountTabs } from '../account-tabs'
import profileStyles from '../profile/profile-page.module.css'
import { canUsePasskeys } from '../sign-in/passkey-browser'
import { factorsQuery } from './api'
import { PasskeysCard } from './passkeys-card'
import { SessionsCard } from './sessions-card'
import { SignInCard } from './sign-in-card'

/** /account/security: sign-in factors, and sessions. */
export function SecurityPage() {
  const { t } = useTranslation(['security', 'account'])
  const config = useConfig()
  const factors = useQuery(factorsQuery)
  const data = useDeferredData(factors.data)
  return (
    <div className={profileStyles.page}>
      <PageHeader title={t('account:tabs')}>
        <HelpLink slug="account-and-safety" />
      </PageHeader>
      <AccountTabs />
      {!data && !factors.isError && <ListSkeleton rows={6} />}
      {factors.isError && !data && <LoadError text={factors.error.message} onRetry={factors.refetch} />}
      {data && (
        <>
          <BannerStack>
            <Banner tone="info">{t(`state.${stateOf(data)}`)}</Banner>
          </BannerStack>
          <div className={profileStyles.cards}>
            {(canUsePasskeys(config) || data.passkeys.length > 0) && (
              <PasskeysCard passkeys={data.passkeys} canAdd={canUsePasskeys(config)} />
            )}
            <SignInCard factors={data} />
            <SessionsCard />
          </div>
        </>
      )}
    </div>
  )
}

function stateOf({
  totpEnabledAt,
  passkeys,
}: {
  totpEnabledAt: string | null
  passkeys: readonly { isUsable: boolean }[]
}) {
  if (totpEnabledAt !== null) return 'strong'
  return passkeys.some(({ isUsable }) => isUsable) ? 'passkey' : 'password'
}
