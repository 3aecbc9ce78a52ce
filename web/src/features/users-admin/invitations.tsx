import { type CreatedInvitation, CreateInvitation, type Invitation } from '@scanleaf/shared'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { useConfig } from '../../lib/config'
import { formatDateTime } from '../../lib/format/format'
import { schemaCheck } from '../../lib/forms/schema-validation'
import { useForm } from '../../lib/forms/use-form'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { CopyableLink } from '../../ui/copyable-link/copyable-link'
import { TextField } from '../../ui/field/text-field'
import lines from '../../ui/list/lines.module.css'
import styles from '../../ui/list/list.module.css'
import { ListSkeleton } from '../../ui/list/list-skeleton'
import { ErrorMessage } from '../../ui/message/error-message'
import { LoadError } from '../../ui/state/load-error'
import { showToast } from '../../ui/toast/toasts'
import { invitationsQuery, useCreateInvitation, useWithdrawInvitation } from './api'
import own from './users-admin.module.css'

/** Where an account needs an invitation: makes them, and lists those that nobody has used. */
export function Invitations() {
  const { t } = useTranslation('users-admin')
  const { data: invitations, isError, refetch } = useQuery(invitationsQuery)
  return (
    <Card isPadded className={own.invitations} aria-labelledby="invitations">
      <section className={`gap-6 ${styles.part}`}>
        <h2 id="invitations">{t('invitations')}</h2>
        <p className="small muted">{t('invitations.text')}</p>
        <InvitationForm />
        {!invitations && (isError ? <LoadError onRetry={() => refetch()} /> : <ListSkeleton rows={2} />)}
        {invitations?.length === 0 && <p className="small muted">{t('invitations.empty')}</p>}
        {invitations && invitations.length > 0 && (
          <ul className={lines.log}>
            {invitations.map((invitation) => (
              <InvitationLine key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </section>
    </Card>
  )
}

function InvitationForm() {
  const { t } = useTranslation('users-admin')
  const { sendsMail } = useConfig()
  const [link, setLink] = useState<CreatedInvitation | null>(null)
  const create = useCreateInvitation()
  const form = useForm({
    initial: { email: '' },
    check: schemaCheck(CreateInvitation),
    submit: async ({ email }) => {
      const created = await create.mutateAsync(email)
      setLink(created.url === null ? null : created)
      form.reset({ email: '' })
      if (created.url === null) showToast({ kind: 'success', title: t('invitations.sent') })
    },
  })
  return (
    <form
      className={`gap-6 ${own.invite}`}
      onSubmit={form.onSubmit}
      noValidate
      aria-label={t('invitations.create')}
    >
      <ErrorMessage text={form.failure} />
      {sendsMail && (
        <TextField
          {...form.field('email')}
          label={t('column.email')}
          hint={t('invitations.email-hint')}
          type="email"
          dir="ltr"
          autoComplete="off"
        />
      )}
      <Button type="submit" className={own.save ?? ''} loading={form.isPending}>
        {t('invitations.create')}
      </Button>
      {link?.url && (
        <div role="status" className={`gap-6 ${own.invite}`}>
          <CopyableLink label={t('invitations.link')} address={link.url} />
          <p className="small muted">{t('recovery.once', { time: formatDateTime(link.expiresAt) })}</p>
        </div>
      )}
    </form>
  )
}

function InvitationLine({ invitation: { id, email, createdBy, expiresAt } }: { invitation: Invitation }) {
  const { t } = useTranslation('users-admin')
  const withdraw = useWithdrawInvitation()
  const title = email === '' ? t('invitations.by-link') : email
  const withdrawNow = () =>
    withdraw.mutate(id, {
      onSuccess: () => showToast({ kind: 'success', title: t('invitations.withdrawn') }),
      onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
    })
  return (
    <li>
      <div>
        <bdi>{title}</bdi>
        <span className={`fine muted ${styles.small}`}>
          {t('invitations.by', { by: bidiIsolate(createdBy), time: bidiIsolate(formatDateTime(expiresAt)) })}
        </span>
      </div>
      <Button
        size="sm"
        variant="subtle"
        color="red"
        aria-label={`${t('invitations.withdraw')}: ${title}`}
        loading={withdraw.isPending}
        onClick={withdrawNow}
      >
        {t('invitations.withdraw')}
      </Button>
    </li>
  )
}
