import { type Passkey, RenamePasskey } from '@scanleaf/shared'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { useForm } from '../../../lib/forms/use-form'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { sessionsQuery, useAddPasskey, useRenamePasskey } from './api'
import styles from './security.module.css'

/** A name for a passkey, for a new one that of this browser, which then asks how it is made. */
export function PasskeyNameDialog({ passkey, onClose }: { passkey: Passkey | 'new'; onClose: () => void }) {
  const { t } = useTranslation(['security', 'account'])
  const add = useAddPasskey()
  const rename = useRenamePasskey()
  const isNew = passkey === 'new'
  const here = useQueryClient()
    .getQueryData(sessionsQuery.queryKey)
    ?.find(({ isCurrent }) => isCurrent)
  const form = useForm({
    initial: { name: isNew ? (here?.label ?? '') : passkey.name },
    check: schemaCheck(RenamePasskey),
    submit: async ({ name }) => {
      await (isNew ? add.mutateAsync(name).catch(explain) : rename.mutateAsync({ id: passkey.id, name }))
      onClose()
    },
  })

  const title = isNew ? t('passkeys.add') : t('passkeys.rename', { name: passkey.name })

  /** The browser's messages are in English, and for programmers. */
  function explain(error: unknown): never {
    if (error instanceof ApiError) throw error
    const message = t('account:passkey.failed')
    throw new ApiError({ statusCode: 0, error: { code: 'Browser', message }, message })
  }

  return (
    <Dialog title={title} size={420} onClose={onClose}>
      {isNew && <p className="muted">{t('passkeys.add-text')}</p>}
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        <TextField
          {...form.field('name')}
          label={t('passkeys.name')}
          autoComplete="off"
          onFocus={({ currentTarget }) => currentTarget.select()}
          data-autofocus
          required
        />
        <Button type="submit" variant="filled" size="lg" loading={form.isPending}>
          {isNew ? title : t('account:save')}
        </Button>
      </form>
    </Dialog>
  )
}
