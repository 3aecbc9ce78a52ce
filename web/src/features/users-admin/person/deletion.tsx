import { DeleteUser, type UserDetails } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../lib/format/format'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { useForm } from '../../../lib/forms/use-form'
import { Button } from '../../../ui/button/button'
import { TextField } from '../../../ui/field/text-field'
import styles from '../../../ui/list/list.module.css'
import { ErrorMessage } from '../../../ui/message/error-message'
import { showToast } from '../../../ui/toast/toasts'
import { useDeleteUser } from '../api'
import own from '../users-admin.module.css'

/** Deletes a user who asks for it, with 30 days in which they can be kept after all. */
export function Deletion({ user }: { user: UserDetails }) {
  const { t } = useTranslation('users-admin')
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen)
    return (
      <Button variant="default" color="red" onClick={() => setIsOpen(true)}>
        {t('deletion')}
      </Button>
    )
  return (
    <div className={own.recovery}>
      <Form user={user} onClose={() => setIsOpen(false)} />
    </div>
  )
}

function Form({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const { t } = useTranslation(['users-admin', 'common'])
  const [stops, setStops] = useState(false)
  const [keepPdfPages, setKeepPdfPages] = useState(false)
  const remove = useDeleteUser(user.id)
  const form = useForm({
    initial: { reason: '' },
    check: schemaCheck(DeleteUser.pick({ reason: true })),
    submit: async ({ reason }) => {
      const ending = stops ? 'stop' : 'freeze'
      const { result } = await remove.mutateAsync({ reason, ending, keepPdfPages: !stops && keepPdfPages })
      showToast({
        kind: 'success',
        title: t('act.delete'),
        ...(result.deletion && { text: t('deleting', { day: formatDate(result.deletion.at) }) }),
      })
      onClose()
    },
  })
  return (
    <form className={`gap-6 ${styles.form}`} onSubmit={form.onSubmit} noValidate aria-label={t('deletion')}>
      <p className="small muted">{t('deletion.text', { name: user.username })}</p>
      <ErrorMessage text={form.failure} />
      <TextField
        {...form.field('reason')}
        label={t('deletion.reason')}
        hint={t('deletion.reason-hint')}
        autoComplete="off"
        autoFocus
        required
      />
      <label className={`row small ${own.waive}`}>
        <input type="checkbox" checked={stops} onChange={(event) => setStops(event.currentTarget.checked)} />
        {t('deletion.stop')}
      </label>
      {!stops && (
        <label className={`row small ${own.waive}`}>
          <input
            type="checkbox"
            checked={keepPdfPages}
            onChange={(event) => setKeepPdfPages(event.currentTarget.checked)}
          />
          {t('deletion.pdf')}
        </label>
      )}
      {!stops && <p className="small muted">{t('deletion.stop-hint')}</p>}
      <div className={`wrap gap-4 ${styles.formActs}`}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" color="red" loading={form.isPending}>
          {t('deletion')}
        </Button>
      </div>
    </form>
  )
}
