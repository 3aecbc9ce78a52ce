import { type RecoveryLink as Link, MakeRecoveryLink, type UserDetails } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format/format'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { useForm } from '../../../lib/forms/use-form'
import { Button } from '../../../ui/button/button'
import { CopyableLink } from '../../../ui/copyable-link/copyable-link'
import { TextField } from '../../../ui/field/text-field'
import styles from '../../../ui/list/list.module.css'
import { ErrorMessage } from '../../../ui/message/error-message'
import { useMakeRecoveryLink } from '../api'
import own from '../users-admin.module.css'

/** Makes a link that sets a new password, for a person who can read no mail; it is shown once. */
export function RecoveryLinkDialog({ user }: { user: UserDetails }) {
  const { t } = useTranslation('users-admin')
  const [isOpen, setIsOpen] = useState(false)
  const [link, setLink] = useState<Link | null>(null)
  const close = () => {
    setIsOpen(false)
    setLink(null)
  }
  if (!isOpen)
    return (
      <Button variant="default" color="red" onClick={() => setIsOpen(true)}>
        {t('recovery')}
      </Button>
    )
  return (
    <div className={own.recovery}>
      {link ? (
        <MadeLink link={link} onClose={close} />
      ) : (
        <Form user={user} onMade={setLink} onCancel={close} />
      )}
    </div>
  )
}

function Form({
  user,
  onMade,
  onCancel,
}: {
  user: UserDetails
  onMade: (link: Link) => void
  onCancel: () => void
}) {
  const { t } = useTranslation(['users-admin', 'common'])
  const [waiveSecondFactor, setWaiveSecondFactor] = useState(false)
  const make = useMakeRecoveryLink(user.id)
  const form = useForm({
    initial: { reason: '' },
    check: schemaCheck(MakeRecoveryLink.pick({ reason: true })),
    submit: async ({ reason }) => onMade(await make.mutateAsync({ reason, waiveSecondFactor })),
  })
  return (
    <form className={`gap-6 ${styles.form}`} onSubmit={form.onSubmit} noValidate aria-label={t('recovery')}>
      <p className="small muted">{t('recovery.text', { name: user.username })}</p>
      <ErrorMessage text={form.failure} />
      <TextField
        {...form.field('reason')}
        label={t('recovery.reason')}
        hint={t('recovery.reason-hint')}
        autoComplete="off"
        autoFocus
        required
      />
      <label className={`row small ${own.waive}`}>
        <input
          type="checkbox"
          checked={waiveSecondFactor}
          onChange={(event) => setWaiveSecondFactor(event.currentTarget.checked)}
        />
        {t('recovery.waive')}
      </label>
      <div className={`wrap gap-4 ${styles.formActs}`}>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={form.isPending}>
          {t('recovery.make')}
        </Button>
      </div>
    </form>
  )
}

function MadeLink({ link, onClose }: { link: Link; onClose: () => void }) {
  const { t } = useTranslation(['users-admin', 'common'])
  return (
    <div className={`gap-6 ${styles.form}`} role="status">
      <CopyableLink label={t('recovery.link')} address={link.url} />
      <p className="small muted">{t('recovery.once', { time: formatDateTime(link.expiresAt) })}</p>
      <div className={`wrap gap-4 ${styles.formActs}`}>
        <Button variant="default" onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </div>
  )
}
