import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../ui/toast/toasts'
import { sendVerification } from '../recovery/api'

/** Sends the link again that confirms the own address, and says so. */
export function useSendVerification() {
  const { t } = useTranslation('recovery')
  const { mutate, isPending } = useMutation({
    mutationFn: sendVerification,
    onSuccess: () => showToast({ kind: 'success', title: t('email.sent') }),
    onError: (error) => showToast({ kind: 'error', title: error.message }),
  })
  return { send: () => mutate(), isSending: isPending }
}
