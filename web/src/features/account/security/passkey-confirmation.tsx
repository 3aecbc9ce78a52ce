import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { settleConfirmation } from '../../../lib/api/confirmation'
import { Button } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { confirmByPasskey } from './api'
import styles from './security.module.css'

/** A passkey instead of the password and the code. @param isOnly nothing else is offered */
export function PasskeyConfirmation({ isOnly }: { isOnly: boolean }) {
  const { t } = useTranslation('account')
  const confirm = useMutation({
    mutationFn: confirmByPasskey,
    onSuccess: () => settleConfirmation(true),
  })
  return (
    <div className={styles.form}>
      <ErrorMessage text={confirm.isError ? messageOf(confirm.error, t('passkey.failed')) : null} />
      <Button
        variant="filled"
        size="lg"
        loading={confirm.isPending}
        data-autofocus={isOnly || undefined}
        leftSection={<IconKey size={19} stroke={1.7} aria-hidden />}
        onClick={() => confirm.mutate()}
      >
        {t('passkey.use')}
      </Button>
      {!isOnly && <p className={`row ${styles.or}`}>{t('or')}</p>}
    </div>
  )
}
