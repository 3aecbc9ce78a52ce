import { DecideApproval, type ListedUser } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { useForm } from '../../../lib/forms/use-form'
import { Button } from '../../../ui/button/button'
import { TextField } from '../../../ui/field/text-field'
import styles from '../../../ui/list/list.module.css'
import { ErrorMessage } from '../../../ui/message/error-message'
import { showToast } from '../../../ui/toast/toasts'
import { useDecideApproval } from '../api'
import own from '../users-admin.module.css'

type Asked = Pick<ListedUser, 'id' | 'username' | 'approval'>

/** One press lets a person in who waits, or was refused. */
export function ApproveButton({ user, size }: { user: Asked; size?: 'sm' }) {
  const { t } = useTranslation('users-admin')
  const decide = useDecideApproval(user.id)
  const approve = () =>
    decide.mutate(
      { isApproved: true },
      {
        onSuccess: () => showToast({ kind: 'success', title: t('act.approve') }),
        onError: (error) => showToast({ kind: 'error', title: messageOf(error, '') }),
      },
    )
  return (
    <Button
      {...(size && { size })}
      aria-label={`${t('approve')}: ${user.username}`}
      loading={decide.isPending}
      onClick={approve}
    >
      {t('approve')}
    </Button>
  )
}

/** A refusal, with the reason that the person reads. */
export function Refusal({ user }: { user: Asked }) {
  const { t } = useTranslation(['users-admin', 'common'])
  const [isOpen, setIsOpen] = useState(false)
  const decide = useDecideApproval(user.id)
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => schemaCheck(DecideApproval)({ isApproved: false, reason }),
    submit: async ({ reason }) => {
      await decide.mutateAsync({ isApproved: false, reason })
      setIsOpen(false)
      showToast({ kind: 'success', title: t('act.refuse') })
    },
  })
  if (!isOpen)
    return (
      <Button variant="default" color="red" onClick={() => setIsOpen(true)}>
        {t('refuse')}
      </Button>
    )
  return (
    <div className={own.recovery}>
      <form className={`gap-6 ${styles.form}`} onSubmit={form.onSubmit} noValidate aria-label={t('refuse')}>
        <p className="small muted">{t('refuse.title', { name: user.username })}</p>
        <ErrorMessage text={form.failure} />
        <TextField
          {...form.field('reason')}
          label={t('refuse.reason')}
          hint={t('refuse.reason-hint')}
          autoComplete="off"
          autoFocus
          required
        />
        <div className={`wrap gap-4 ${styles.formActs}`}>
          <Button variant="default" onClick={() => setIsOpen(false)}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" color="red" loading={form.isPending}>
            {t('refuse')}
          </Button>
        </div>
      </form>
    </div>
  )
}
