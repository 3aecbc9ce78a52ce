import { type SiteMail, type SiteSettings, SMTP_SECURITIES } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { asTyped, useForm } from '../../lib/forms/use-form'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { SelectField } from '../../ui/field/select-field'
import { TextField } from '../../ui/field/text-field'
import { ErrorMessage } from '../../ui/message/error-message'
import { InfoMessage } from '../../ui/message/info-message'
import { showToast } from '../../ui/toast/toasts'
import { useRemoveMail, useSetMail, useTestMail } from './api'
import { SaveButton } from './save-button'
import styles from './site-settings.module.css'
import { useFixedHint } from './use-fixed-hint'

const textsOf = (mail: SiteMail | null) => ({
  host: mail?.host ?? '',
  port: String(mail?.port ?? 465),
  security: mail?.security ?? 'tls',
  user: mail?.user ?? '',
  password: '',
  fromName: mail?.fromName ?? '',
  fromAddress: mail?.fromAddress ?? '',
})
type MailField = keyof ReturnType<typeof textsOf>

/** The mail server, whose password is never shown, and a message to see whether it works. */
export function MailCard({ setting: { value: mail, fixedBy } }: { setting: SiteSettings['mail'] }) {
  const { t } = useTranslation(['site-settings', 'account'])
  const fixedHint = useFixedHint()
  return (
    <Card isPadded aria-labelledby="site-mail">
      <div className="stack gap-8">
        <h2 id="site-mail">{t('mail')}</h2>
        {mail === null && <InfoMessage>{t('mail.off')}</InfoMessage>}
        {fixedBy !== null && <InfoMessage>{fixedHint(fixedBy)}</InfoMessage>}
        {fixedBy === null && <MailForm mail={mail} />}
        {mail !== null && <TestMessage />}
      </div>
    </Card>
  )
}

function MailForm({ mail }: { mail: SiteMail | null }) {
  const { t } = useTranslation(['site-settings', 'account'])
  const set = useSetMail()
  const remove = useRemoveMail()
  const form = useForm<MailField>({
    initial: textsOf(mail),
    cleaners: { user: asTyped, password: asTyped },
    check: () => ({}),
    submit: async ({ port, password, ...values }) => {
      const input = { ...values, port: Number(port), ...(password !== '' && { password }) }
      form.reset(textsOf((await set.mutateAsync(input)).mail.value))
      showToast({ kind: 'success', title: t('account:saved') })
    },
  })
  const { error, ...security } = form.field('security')
  return (
    <form className="stack gap-8" onSubmit={form.onSubmit} noValidate>
      <ErrorMessage text={form.failure} />
      <div className={`gap-8 ${styles.pair}`}>
        <TextField {...form.field('host')} label={t('mail.host')} dir="ltr" autoComplete="off" required />
        <TextField {...form.field('port')} label={t('mail.port')} inputMode="numeric" dir="ltr" required />
        <SelectField {...security} error={error} label={t('mail.security')}>
          {SMTP_SECURITIES.map((name) => (
            <option key={name} value={name}>
              {t(`security.${name}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          {...form.field('user')}
          label={t('account:username')}
          hint={t('user.hint')}
          dir="ltr"
          autoComplete="off"
        />
        <TextField
          {...form.field('password')}
          label={t('account:password')}
          type="password"
          autoComplete="new-password"
          hint={mail?.hasPassword ? t('password.kept') : undefined}
        />
        <TextField {...form.field('fromName')} label={t('from-name')} autoComplete="off" />
        <TextField
          {...form.field('fromAddress')}
          label={t('from-address')}
          type="email"
          dir="ltr"
          autoComplete="off"
          required
        />
      </div>
      <div className={`row wrap gap-4 ${styles.actions}`}>
        {mail !== null && (
          <Button
            variant="subtle"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, { onSuccess: (saved) => form.reset(textsOf(saved.mail.value)) })
            }
          >
            {t('mail.remove')}
          </Button>
        )}
        <SaveButton form={form} />
      </div>
    </form>
  )
}

function TestMessage() {
  const { t } = useTranslation(['site-settings', 'set-up', 'common'])
  const test = useTestMail()
  const failure = test.isError ? messageOf(test.error, t('common:unreadable-answer')) : null
  const { isSent = false, address = '', error = '' } = test.data ?? {}
  return (
    <div className="row wrap gap-4">
      <Button variant="default" size="sm" loading={test.isPending} onClick={() => test.mutate()}>
        {t('set-up:mail.send')}
      </Button>
      <p role="status" className={`small ${isSent || !test.data ? '' : styles.failed}`}>
        {failure ??
          (test.data &&
            (isSent
              ? t('mail.sent', { address: bidiIsolate(address) })
              : t('mail.refused', { error: bidiIsolate(error) })))}
      </p>
    </div>
  )
}
