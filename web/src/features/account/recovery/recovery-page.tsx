import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { useForm } from '../../../lib/forms/use-form'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Button } from '../../../ui/button/button'
import { Card } from '../../../ui/card/card'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { AccountShell } from '../sign-in/account-shell'
import styles from '../sign-in/account-shell.module.css'
import { SupportContact } from '../support'
import { requestRecovery } from './api'
import { BackToSignIn } from './back-to-sign-in'
import { useCountdown } from './use-countdown'

const SEND_AGAIN_SECONDS = 60

/** /account/recovery: asks for a link that sets a new password; without outgoing mail it names who can help. */
export function RecoveryPage() {
  const { sendsMail } = useConfig()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (!sendsMail) return <AskOperator />
  if (sentTo !== null) return <Sent login={sentTo} onOther={() => setSentTo(null)} />
  return <Request onSent={setSentTo} />
}

function Request({ onSent }: { onSent: (login: string) => void }) {
  const { t } = useTranslation(['recovery', 'account'])
  const form = useForm({
    initial: { login: '' },
    check: async (values) => (await import('./validate-recovery')).checkRequest(values),
    submit: async ({ login }) => {
      await requestRecovery(login)
      onSent(login)
    },
  })
  return (
    <AccountShell
      title={t('request.title')}
      lead={t('request.lead')}
      icon={<IconKey size={26} stroke={1.7} aria-hidden />}
      back={<BackToSignIn />}
    >
      <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        <TextField
          {...form.field('login')}
          label={t('account:login')}
          size="lg"
          dir="auto"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" variant="filled" size="lg" loading={form.isPending}>
          {t('request.send')}
        </Button>
      </form>
      <Safe />
    </AccountShell>
  )
}

function Sent({ login, onOther }: { login: string; onOther: () => void }) {
  const { t } = useTranslation('recovery')
  const { seconds, restart } = useCountdown(SEND_AGAIN_SECONDS)
  const [failure, setFailure] = useState<string | null>(null)
  const sendAgain = () =>
    requestRecovery(login).then(
      () => restart(),
      (error: Error) => setFailure(error.message),
    )
  return (
    <AccountShell
      title={t('sent.title')}
      lead={t('sent.lead', { login: bidiIsolate(login) })}
      icon={<IconMail size={26} stroke={1.7} aria-hidden />}
      back={<BackToSignIn />}
    >
      <ErrorMessage text={failure} />
      <div className={`wrap gap-5 ${styles.either}`}>
        <Button variant="light" size="lg" disabled={seconds > 0} onClick={() => void sendAgain()}>
          {seconds > 0 ? t('sent.again-in', { seconds }) : t('send-again')}
        </Button>
        <Button variant="subtle" size="lg" onClick={onOther}>
          {t('sent.other')}
        </Button>
      </div>
      <Card isPadded className={styles.card}>
        <h2>{t('missing.title')}</h2>
        <p>{t('missing.spam')}</p>
        <p>
          {t('missing.operator')} <SupportContact />
        </p>
      </Card>
      <Safe />
    </AccountShell>
  )
}

function AskOperator() {
  const { t } = useTranslation('recovery')
  return (
    <AccountShell
      title={t('request.title')}
      lead={t('no-mail.lead')}
      icon={<IconKey size={26} stroke={1.7} aria-hidden />}
      back={<BackToSignIn />}
    >
      <Card isPadded className={styles.card}>
        <h2>{t('no-mail.title')}</h2>
        <p>
          {t('no-mail.text')} <SupportContact />
        </p>
      </Card>
      <Safe />
    </AccountShell>
  )
}

function Safe() {
  const { t } = useTranslation('recovery')
  return (
    <p className={`small gap-4 ${styles.safe}`}>
      <IconShieldCheck size={18} stroke={1.7} aria-hidden />
      {t('codes-work')}
    </p>
  )
}
