import type { Profile } from '@scanleaf/shared'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { putData } from '../../../lib/api/query-client'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Badge } from '../../../ui/badge/badge'
import { Button } from '../../../ui/button/button'
import { Tile } from '../../../ui/tile/tile'
import { showToast } from '../../../ui/toast/toasts'
import { cancelEmailChange } from '../api'
import styles from './profile-page.module.css'
import { profileQuery } from './profile-query'
import { useSendVerification } from './use-send-verification'

/** Where mails go: the address, whether it is confirmed, which other one waits, and what to do about it. */
export function EmailState({ profile, hasFailed }: { profile: Profile; hasFailed: boolean }) {
  const { t } = useTranslation(['recovery', 'mail-settings'])
  const client = useQueryClient()
  const { send, isSending } = useSendVerification()
  const cancel = useMutation({
    mutationFn: cancelEmailChange,
    onSuccess: (kept) => putData(client, profileQuery.queryKey, kept),
    onError: (error) => showToast({ kind: 'error', title: error.message }),
  })
  const { email, emailVerified, pendingEmail } = profile
  const isPending = pendingEmail !== ''
  return (
    <div className={`row wrap ${styles.address}`}>
      <Tile tone="plain">
        <IconMail size={20} stroke={1.7} />
      </Tile>
      <div className={styles.words}>
        <p className={`row wrap ${styles.addressLine}`}>
          <bdi dir="ltr">{email}</bdi>
          <Badge tone={emailVerified ? 'good' : 'warning'}>
            {t(emailVerified ? 'email.verified' : 'email.unverified')}
          </Badge>
        </p>
        {isPending && (
          <p className={`muted ${styles.text}`}>{t('email.pending', { email: bidiIsolate(pendingEmail) })}</p>
        )}
        {hasFailed && (
          <p className={styles.failed} role="status">
            {t('mail-settings:failed', { email: bidiIsolate(email) })}
          </p>
        )}
      </div>
      <div className="wrap gap-3">
        {(isPending || !emailVerified) && (
          <Button variant="default" size="sm" loading={isSending} onClick={send}>
            {t('send-again')}
          </Button>
        )}
        {isPending && (
          <Button variant="subtle" size="sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('email.keep')}
          </Button>
        )}
      </div>
    </div>
  )
}
