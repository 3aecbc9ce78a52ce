import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { Button } from '../../../ui/button/button'
import { showToast } from '../../../ui/toast/toasts'
import { useKeepAccount } from './api'

/** Calls the planned deletion off. @param className of a banner, where it is a plain link */
export function KeepButton({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('leaving')
  const keep = useKeepAccount()
  const onClick = () =>
    keep.mutate(undefined, {
      onSuccess: () => showToast({ kind: 'success', title: t('kept') }),
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
    })
  if (className !== undefined)
    return (
      <button type="button" className={className} disabled={keep.isPending} onClick={onClick}>
        {t('keep')}
      </button>
    )
  return (
    <Button variant="filled" loading={keep.isPending} onClick={onClick}>
      {t('keep')}
    </Button>
  )
}
