import { type ApiKey, type ApiScope, UpdateApiKey } from '@scanleaf/shared'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { schemaCheck } from '../../lib/forms/schema-validation'
import { useForm } from '../../lib/forms/use-form'
import { bidiIsolate } from '../../lib/i18n/bidi-isolate'
import { Button } from '../../ui/button/button'
import { Dialog } from '../../ui/dialog/dialog'
import { CheckList } from '../../ui/field/check-list'
import { TextField } from '../../ui/field/text-field'
import { ErrorMessage } from '../../ui/message/error-message'
import { useUpdateApiKey } from './api'
import styles from './api-keys.module.css'
import { SCOPE_TEXTS } from './scope-texts'

const checkName = schemaCheck(UpdateApiKey.pick({ name: true }))

/** The name of a key, and which of its rights it keeps. */
export function EditKeyDialog({
  apiKey: { id, name, scopes: held, feed },
  onClose,
}: {
  apiKey: ApiKey
  onClose: () => void
}) {
  const { t } = useTranslation(['api-keys', 'common'])
  const [scopes, setScopes] = useState<readonly ApiScope[]>(held)
  const update = useUpdateApiKey(id)
  const form = useForm({
    initial: { name },
    check: checkName,
    submit: async ({ name }) => {
      if (scopes.length === 0) return
      await update.mutateAsync({ name, ...(feed === null && { scopes: [...scopes] }) })
      onClose()
    },
  })
  const formId = useId()
  return (
    <Dialog
      title={t('edit.title', { name: bidiIsolate(name) })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" form={formId} variant="filled" loading={form.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <ErrorMessage text={form.failure} />
        <TextField {...form.field('name')} label={t('name')} maxLength={60} autoComplete="off" required />
        {feed === null && (
          <div>
            <CheckList
              legend={t('allowed')}
              options={held.map((value) => ({ value, label: t(SCOPE_TEXTS[value]) }))}
              chosen={scopes}
              onChange={setScopes}
            />
            <p className="small muted">{t('edit.hint')}</p>
          </div>
        )}
      </form>
    </Dialog>
  )
}
