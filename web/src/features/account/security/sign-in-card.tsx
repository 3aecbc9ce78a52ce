import type { Factors } from '@scanleaf/shared'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { formatDate } from '../../../lib/format/format'
import { Badge } from '../../../ui/badge/badge'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import lines from '../../../ui/list/lines.module.css'
import { showToast } from '../../../ui/toast/toasts'
import { useDisableTotp, useRenewRecoveryCodes } from './api'
import { PasswordDialog } from './password-dialog'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import styles from './security.module.css'
import { SecurityLine } from './security-line'
import { TotpDialog } from './totp-dialog'

type Asked = 'password' | 'set-up' | 'turn-off' | 'renew' | null

/** The password, and the authenticator app beside it. */
export function SignInCard({ factors, hasPassword }: { factors: Factors; hasPassword: boolean }) {
  const { t } = useTranslation(['security', 'account'])
  const [asked, setAsked] = useState<Asked>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const disable = useDisableTotp()
  const renew = useRenewRecoveryCodes()
  const close = () => setAsked(null)
  const onError = (error: Error) => showToast({ kind: 'error', title: messageOf(error, '') })
  const makeCodes = () => renew.mutate(undefined, { onSuccess: setCodes, onError, onSettled: close })
  const { totpEnabledAt, recoveryCodesLeft } = factors
  const isOn = totpEnabledAt !== null
  const hasPasskey = factors.passkeys.some(({ isUsable }) => isUsable)
  return (
    <Card aria-label={t('account:sign-in')}>
      <ul className={`${lines.lines} ${styles.lines}`}>
        <li className={styles.line}>
          <SecurityLine
            icon={<IconLock size={20} stroke={1.7} aria-hidden />}
            title={t('account:password')}
            text={hasPassword ? t('account:password.change-text') : t('password.none')}
          >
            <Button variant="default" size="sm" onClick={() => setAsked('password')}>
              {hasPassword ? t('account:password.change') : t('password.set')}
            </Button>
          </SecurityLine>
        </li>
        <li className={styles.line}>
          <SecurityLine
            icon={<IconClock size={20} stroke={1.7} aria-hidden />}
            title={t('totp')}
            badge={isOn && <Badge tone="good">{t('totp.on')}</Badge>}
            text={
              isOn
                ? `${t('totp.since', { date: formatDate(totpEnabledAt) })} · ${t('codes.left', { left: recoveryCodesLeft })}`
                : t('totp.text')
            }
          >
            {isOn ? (
              <>
                <Button variant="default" size="sm" onClick={() => setAsked('renew')}>
                  {t('codes.renew')}
                </Button>
                <Button variant="default" size="sm" color="red" onClick={() => setAsked('turn-off')}>
                  {t('totp.turn-off')}
                </Button>
              </>
            ) : (
              <Button variant="default" size="sm" onClick={() => setAsked('set-up')}>
                {t('totp.set-up')}
              </Button>
            )}
          </SecurityLine>
        </li>
        {!isOn && hasPasskey && (
          <li className={styles.line}>
            <SecurityLine
              icon={<IconLifebuoy size={20} stroke={1.7} aria-hidden />}
              title={t('codes')}
              text={`${t('codes.for-recovery')} · ${t('codes.left', { left: recoveryCodesLeft })}`}
            >
              <Button
                variant="default"
                size="sm"
                onClick={() => (recoveryCodesLeft > 0 ? setAsked('renew') : makeCodes())}
              >
                {t('codes.renew')}
              </Button>
            </SecurityLine>
          </li>
        )}
      </ul>
      {asked === 'password' && <PasswordDialog hasPassword={hasPassword} onClose={close} />}
      {asked === 'set-up' && <TotpDialog onClose={close} onEnabled={setCodes} />}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      <ConfirmDialog
        isOpen={asked === 'turn-off'}
        title={t('totp.turn-off')}
        text={t('totp.turn-off-text')}
        confirmLabel={t('totp.turn-off')}
        isDangerous
        isPending={disable.isPending}
        onConfirm={() => disable.mutate(undefined, { onError, onSettled: close })}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked === 'renew'}
        title={t('codes.renew')}
        text={t('codes.renew-text')}
        confirmLabel={t('codes.renew')}
        isPending={renew.isPending}
        onConfirm={makeCodes}
        onClose={close}
      />
    </Card>
  )
}
