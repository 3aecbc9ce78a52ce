import type { Profile } from '@scanleaf/shared'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { showToast } from '../../../ui/toast/toasts'
import { cancelEmailChange } from '../api'
import styles from './profile-page.module.css'
import { profileQuery } from './profile-query'
import { useSendVerification } from './use-send-verification'

/** Under the address: whether it is confirmed, which other one waits, and what to do about it. */
export function EmailState({ profile }: { profile: Profile }) {
  const { t } = useTranslation('recovery')
  const { sendsMail } = useConfig()
  const client = useQueryClient()
  const { send, isSending } = useSendVerification()
  const cancel = useMutation({
    mutationFn: cancelEmailChange,
    onSuccess: (kept) => client.setQueryData(profileQuery.queryKey, kept),
    onError: (error) => showToast({ kind: 'error', title: error.message }),
  })
  if (!sendsMail) return null
  const { emailVerified, pendingEmail } = profile
  if (emailVerified && pendingEmail === '') return t('email.verified')
  return (
    <span className={styles.emailState}>
      <span>
        {pendingEmail === ''
          ? t('email.unverified')
          : t('email.pending', { email: bidiIsolate(pendingEmail) })}
      </span>
      <button type="button" disabled={isSending} onClick={send}>
        {t('send-again')}
      </button>
      {pendingEmail !== '' && (
        <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('email.keep')}
        </button>
      )}
    </span>
  )
}
