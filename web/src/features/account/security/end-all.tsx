import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { clearSession } from '../../../lib/session/session'
import { signedOutAddress } from '../../../lib/session/sign-in'
import { Button } from '../../../ui/button/button'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { showToast } from '../../../ui/toast/toasts'
import { signOutEverywhere } from '../api'

/** Ends every session of the account, this one too. */
export function EndAll() {
  const { t } = useTranslation('account')
  const config = useConfig()
  const language = useLanguage()
  const [isAsking, setIsAsking] = useState(false)
  const end = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => {
      clearSession()
      window.location.replace(signedOutAddress(config, language))
    },
    onError: (error) => {
      setIsAsking(false)
      showToast({ kind: 'error', title: error.message })
    },
  })
  return (
    <>
      <Button variant="default" size="sm" color="red" onClick={() => setIsAsking(true)}>
        {t('sessions.end')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('sessions.ask')}
        text={t('sessions.ask-text')}
        confirmLabel={t('sessions.end')}
        isDangerous
        isPending={end.isPending || end.isSuccess}
        onConfirm={() => end.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
