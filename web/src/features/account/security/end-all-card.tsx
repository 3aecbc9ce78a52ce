import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { useLanguage } from '../../../lib/i18n/i18n'
import { clearSession } from '../../../lib/session/session'
import { signedOutAddress } from '../../../lib/session/sign-in'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { showToast } from '../../../ui/toast/toasts'
import { signOutEverywhere } from '../api'
import styles from '../profile/profile-page.module.css'

/** Ends every session of the account, this one too. */
export function EndAllCard() {
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
    <Card isPadded>
      <div className={styles.line}>
        <div>
          <h2>{t('sessions')}</h2>
          <p className={styles.text}>{t('sessions.text')}</p>
        </div>
        <Button variant="default" color="red" onClick={() => setIsAsking(true)}>
          {t('sessions.end')}
        </Button>
      </div>
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
    </Card>
  )
}
