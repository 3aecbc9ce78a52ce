import type { Identity } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { startConfirmingBy } from '../providers/api'
import { ProviderButton } from '../providers/provider-button'
import { leaveForProvider } from '../providers/tab'
import styles from './security.module.css'

/** For somebody without a password: a new proof at one of the connected accounts. */
export function ProviderConfirmation({ identities }: { identities: readonly Identity[] }) {
  const { t } = useTranslation('security')
  const { signInProviders } = useConfig()
  const connected = signInProviders.filter(({ name }) => identities.some(({ provider }) => provider === name))
  return (
    <div className={styles.form}>
      <p className="small muted">{t('confirm.provider')}</p>
      {connected.map((provider) => (
        <ProviderButton
          key={provider.name}
          provider={provider}
          onPress={() => leaveForProvider(provider.name, 'confirm', startConfirmingBy(provider.name))}
        />
      ))}
    </div>
  )
}
