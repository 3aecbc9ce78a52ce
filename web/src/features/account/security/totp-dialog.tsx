import { QR_PRESETS } from '@scanleaf/qr'
import type { TotpSetup } from '@scanleaf/shared'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useForm } from '../../../lib/forms/use-form'
import { previewSvg, symbolOf } from '../../../lib/qr/draw'
import { Button } from '../../../ui/button/button'
import { CopyButton } from '../../../ui/button/copy-button'
import { Dialog } from '../../../ui/dialog/dialog'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { QrImage } from '../../../ui/qr/qr-image'
import { showToast } from '../../../ui/toast/toasts'
import { useEnableTotp, useSetUpTotp } from './api'
import styles from './security.module.css'

/** A new authenticator app: its QR code, and the first code it shows. */
export function TotpDialog({
  onClose,
  onEnabled,
}: {
  onClose: () => void
  onEnabled: (recoveryCodes: string[]) => void
}) {
  const { t } = useTranslation('security')
  const [setup, setSetup] = useState<TotpSetup | null>(null)
  const start = useSetUpTotp()
  const begin = useEffectEvent(() =>
    start.mutate(undefined, {
      onSuccess: setSetup,
      onError: (error) => {
        showToast({ kind: 'error', title: messageOf(error, '') })
        onClose()
      },
    }),
  )
  useEffect(() => begin(), [])
  if (setup === null) return null
  return (
    <Dialog title={t('totp.set-up')} size={440} onClose={onClose}>
      <Enrolment
        setup={setup}
        onEnabled={(codes) => {
          onClose()
          onEnabled(codes)
        }}
      />
    </Dialog>
  )
}

function Enrolment({ setup, onEnabled }: { setup: TotpSetup; onEnabled: (codes: string[]) => void }) {
  const { t } = useTranslation('security')
  const enable = useEnableTotp()
  const form = useForm({
    initial: { otp: '' },
    check: ({ otp }) => (otp === '' ? { otp: { code: 'required' } } : {}),
    submit: async ({ otp }) => onEnabled(await enable.mutateAsync(otp)),
  })
  const symbol = symbolOf(setup.uri, 'M')
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <p className="muted">{t('totp.scan')}</p>
      {symbol && (
        <QrImage
          className={styles.qr ?? ''}
          svg={previewSvg(symbol, { ...QR_PRESETS.basic, margin: 2 })}
          label={t('totp')}
        />
      )}
      <div>
        <p className="small muted">{t('totp.secret')}</p>
        <p className={`row ${styles.secret}`} dir="ltr">
          {setup.secret.match(/.{1,4}/g)?.join(' ')}
          <CopyButton value={setup.secret} />
        </p>
      </div>
      <ErrorMessage text={form.failure} />
      <TextField
        {...form.field('otp')}
        label={t('totp.code')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button type="submit" variant="filled" size="lg" loading={form.isPending}>
        {t('totp.enable')}
      </Button>
    </form>
  )
}
