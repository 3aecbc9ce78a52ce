import {
  type CreatedWorkspaceInvitation,
  InviteMember,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api/api-error'
import { useConfig } from '../../lib/config'
import { schemaCheck } from '../../lib/forms/schema-validation'
import { useForm } from '../../lib/forms/use-form'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { CopyableLink } from '../../ui/copyable-link/copyable-link'
import { SelectField } from '../../ui/field/select-field'
import { TextField } from '../../ui/field/text-field'
import { ErrorMessage } from '../../ui/message/error-message'
import { InfoMessage } from '../../ui/message/info-message'
import { showToast } from '../../ui/toast/toasts'
import { useInvite } from './api'
import styles from './workspaces.module.css'

type GivenRole = Exclude<WorkspaceRole, 'owner'>
const isGiven = (role: string): role is GivenRole =>
  role !== 'owner' && WORKSPACE_ROLES.some((each) => each === role)

/** Invites an address by mail, or makes a link for one person. @param roles that the member may give */
export function InviteForm({ roles }: { roles: readonly WorkspaceRole[] }) {
  const { t } = useTranslation('workspaces')
  const { sendsMail } = useConfig()
  const [link, setLink] = useState<CreatedWorkspaceInvitation | null>(null)
  const invite = useInvite()
  const byLink = useInvite()
  const form = useForm({
    initial: { email: '', role: 'editor' },
    check: (values) =>
      values.email === '' ? { email: { code: 'required' } } : schemaCheck(InviteMember)(values),
    submit: async ({ email }) => {
      await invite.mutateAsync({ email, role })
      setLink(null)
      form.reset({ email: '', role })
      showToast({ kind: 'success', title: t('invite.sent', { email: bidiIsolate(email) }) })
    },
  })
  const role = isGiven(form.values.role) ? form.values.role : 'editor'
  const makeLink = () =>
    byLink.mutate(
      { role },
      {
        onSuccess: setLink,
        onError: (error) => showToast({ kind: 'error', title: messageOf(error, error.message) }),
      },
    )
  return (
    <Card isPadded aria-labelledby="invite">
      <h2 id="invite">{t('invite.title')}</h2>
      <p className="small muted">{t('invite.hint')}</p>
      <form className={styles.invite} onSubmit={form.onSubmit} noValidate aria-labelledby="invite">
        <ErrorMessage text={form.failure} />
        {!sendsMail && <InfoMessage>{t('invite.no-mail')}</InfoMessage>}
        <div className={styles.fields}>
          {sendsMail && (
            <TextField
              {...form.field('email')}
              label={t('invite.email')}
              type="email"
              dir="ltr"
              autoComplete="off"
            />
          )}
          <SelectField
            label={t('invite.role')}
            hint={t(`does.${role}`)}
            value={role}
            onChange={({ currentTarget: { value } }) => form.setValue('role', value)}
          >
            {roles.filter(isGiven).map((each) => (
              <option key={each} value={each}>
                {t(`role.${each}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className={styles.actions}>
          {sendsMail && (
            <Button type="submit" variant="filled" loading={form.isPending}>
              {t('invite.send')}
            </Button>
          )}
          <Button variant={sendsMail ? 'default' : 'filled'} loading={byLink.isPending} onClick={makeLink}>
            {t('invite.link')}
          </Button>
        </div>
        {link?.url && (
          <div role="status">
            <CopyableLink label={t('pending.link')} address={link.url} />
            <p className="small muted">{t('invite.link-ready')}</p>
          </div>
        )}
      </form>
    </Card>
  )
}
