import type { UserDetails } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { Button } from '../../../ui/button/button'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { showToast } from '../../../ui/toast/toasts'
import { useChangeUser } from '../api'

/** Signs a user out and keeps them out, until it is lifted. */
export function Suspension({ user }: { user: UserDetails }) {
  const { t } = useTranslation('users-admin')
  const [isAsking, setIsAsking] = useState(false)
  const change = useChangeUser(user.id)
  const suspend = () =>
    change.mutate(
      { suspended: true },
      {
        onSuccess: () => showToast({ kind: 'success', title: t('act.suspend') }),
        onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
        onSettled: () => setIsAsking(false),
      },
    )
  return (
    <>
      <Button variant="default" color="red" onClick={() => setIsAsking(true)}>
        {t('suspend')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('suspend.title', { name: user.username })}
        text={t('suspend.text')}
        confirmLabel={t('suspend')}
        isDangerous
        isPending={change.isPending}
        onConfirm={suspend}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}
