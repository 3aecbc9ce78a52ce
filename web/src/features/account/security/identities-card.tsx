import type { Identity, SignInProvider } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { formatDate } from '../../../lib/format/format'
import { Badge } from '../../../ui/badge/badge'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import lines from '../../../ui/list/lines.module.css'
import { showToast } from '../../../ui/toast/toasts'
import { ProviderIcon } from '../providers/provider-icon'
import { useConnectProvider, useDisconnectProvider } from './api'
import styles from './security.module.css'
import { SecurityLine } from './security-line'

/** Accounts elsewhere that sign in here, each provider with its own. */
export function IdentitiesCard({ identities }: { identities: readonly Identity[] }) {
  const { t } = useTranslation('security')
  const { signInProviders } = useConfig()
  const [leaving, setLeaving] = useState<SignInProvider | null>(null)
  const connect = useConnectProvider()
  const disconnect = useDisconnectProvider()
  const onError = (error: Error) => showToast({ kind: 'error', title: messageOf(error, '') })
  return (
    <Card aria-labelledby="identities">
      <div className={`wrap ${styles.head}`}>
        <div>
          <h2 id="identities">{t('identities')}</h2>
          <p className="small muted">{t('identities.text')}</p>
        </div>
      </div>
      <ul className={`${lines.lines} ${styles.lines}`}>
        {signInProviders.map((provider) => (
          <IdentityLine
            key={provider.name}
            provider={provider}
            identity={identities.find((each) => each.provider === provider.name)}
            isPending={connect.isPending && connect.variables === provider.name}
            onConnect={() => connect.mutate(provider.name, { onError })}
            onDisconnect={() => setLeaving(provider)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t('identities.disconnect', { provider: leaving?.label ?? '' })}
        text={t('identities.disconnect-text', { provider: leaving?.label ?? '' })}
        confirmLabel={t('identities.disconnect', { provider: leaving?.label ?? '' })}
        isDangerous
        isPending={disconnect.isPending}
        onConfirm={() =>
          disconnect.mutate(leaving?.name ?? '', { onError, onSettled: () => setLeaving(null) })
        }
        onClose={() => setLeaving(null)}
      />
    </Card>
  )
}

interface IdentityLineProps {
  provider: SignInProvider
  identity: Identity | undefined
  isPending: boolean
  onConnect: () => void
  onDisconnect: () => void
}

function IdentityLine({ provider, identity, isPending, onConnect, onDisconnect }: IdentityLineProps) {
  const { t } = useTranslation('security')
  const { label } = provider
  return (
    <li className={styles.line}>
      <SecurityLine
        icon={<ProviderIcon provider={provider} size={20} />}
        title={label}
        badge={identity && <Badge tone="good">{t('identities.connected')}</Badge>}
        text={
          identity ? (
            <>
              {identity.email && (
                <>
                  <bdi>{identity.email}</bdi>
                  {' · '}
                </>
              )}
              {t('identities.since', { date: formatDate(identity.connectedAt) })}
            </>
          ) : (
            t('identities.none')
          )
        }
      >
        {identity ? (
          <Button
            variant="default"
            size="sm"
            color="red"
            aria-label={t('identities.disconnect', { provider: label })}
            onClick={onDisconnect}
          >
            {t('identities.remove')}
          </Button>
        ) : (
          <Button
            variant="default"
            size="sm"
            loading={isPending}
            aria-label={t('identities.connect', { provider: label })}
            onClick={onConnect}
          >
            {t('identities.add')}
          </Button>
        )}
      </SecurityLine>
    </li>
  )
}
