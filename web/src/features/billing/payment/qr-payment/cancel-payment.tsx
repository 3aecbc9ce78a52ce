import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../../lib/api/api-error'
import type { ButtonProps } from '../../../../ui/button/button'
import { Button } from '../../../../ui/button/button'
import { showToast } from '../../../../ui/toast/toasts'
import { useCancelPayment } from '../../api'
import styles from './cancel-payment.module.css'

export interface CancelPaymentProps {
  /** Reference of the payment. */
  id: string
  size?: ButtonProps['size']
}

/** Cancels a pending payment, after checking its state once more. */
export function CancelPayment({ id, size = 'md' }: CancelPaymentProps) {
  const { t } = useTranslation('billing')
  const [isAsked, setIsAsked] = useState(false)
  const cancel = useCancelPayment()
  if (!isAsked)
    return (
      <Button variant="subtle" color="red" size={size} onClick={() => setIsAsked(true)}>
        {t('cancel-payment')}
      </Button>
    )
  return (
    <fieldset aria-label={t('cancel-payment')} className={`row wrap gap-4 ${styles.ask}`}>
      <p>{t('cancel-payment.sure')}</p>
      <Button variant="default" size={size} autoFocus onClick={() => setIsAsked(false)}>
        {t('cancel-payment.keep')}
      </Button>
      <Button
        color="red"
        size={size}
        loading={cancel.isPending}
        onClick={() =>
          cancel.mutate(id, {
            onSuccess: () => showToast({ kind: 'success', title: t('return.cancelled') }),
            onError: (error) => showToast({ kind: 'error', title: messageOf(error, t('payment.fail')) }),
          })
        }
      >
        {t('cancel-payment')}
      </Button>
    </fieldset>
  )
}
