import type { Factors } from '@scanleaf/shared'
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
import { offeredProviders } from '../providers/offered-providers'
import { canUsePasskeys } from '../sign-in/passkey-browser'
import { factorsQuery, identitiesQuery } from './api'
import { IdentitiesCard } from './identities-card'
import { PasskeysCard } from './passkeys-card'
import { SessionsCard } from './sessions-card'
import { SignInCard } from './sign-in-card'

/** /account/security: sign-in factors, and sessions. */
export function SecurityPage() {
  const { t } = useTranslation(['security', 'account'])
  const config = useConfig()
  const factors = useQuery(factorsQuery)
  const data = useDeferredData(factors.data)
  const hasProviders = offeredProviders(config).length > 0
  const { data: identities } = useQuery({ ...identitiesQuery, enabled: hasProviders })
  const hasPassword = identities?.hasPassword ?? true
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
            <Banner tone="info">{t(`state.${stateOf(data, hasPassword)}`)}</Banner>
          </BannerStack>
          <div className="stack gap-8">
            {(canUsePasskeys(config) || data.passkeys.length > 0) && (
              <PasskeysCard passkeys={data.passkeys} canAdd={canUsePasskeys(config)} />
            )}
            <SignInCard factors={data} hasPassword={hasPassword} />
            {identities && <IdentitiesCard identities={identities.identities} />}
            <SessionsCard />
          </div>
        </>
      )}
    </div>
  )
}

function stateOf(
  { totpEnabledAt, passkeys }: Pick<Factors, 'totpEnabledAt' | 'passkeys'>,
  hasPassword: boolean,
) {
  if (!hasPassword) return 'provider'
  if (totpEnabledAt !== null) return 'strong'
  return passkeys.some(({ isUsable }) => isUsable) ? 'passkey' : 'password'
}
