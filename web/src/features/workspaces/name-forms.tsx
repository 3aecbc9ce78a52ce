import { NameWorkspace, type Workspace } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../lib/config'
import { schemaCheck } from '../../lib/forms/schema-validation'
import { useForm } from '../../lib/forms/use-form'
import { openWorkspace } from '../../lib/session/workspace'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { TextField } from '../../ui/field/text-field'
import { ErrorMessage } from '../../ui/message/error-message'
import { showToast } from '../../ui/toast/toasts'
import { useCreateWorkspace, useRename } from './api'
import styles from './workspaces.module.css'

/** Gives the open workspace another name. */
export function RenameForm({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces')
  const rename = useRename()
  const form = useForm({
    initial: { name: workspace.name },
    check: schemaCheck(NameWorkspace),
    submit: async ({ name }) => {
      form.reset(await rename.mutateAsync(name))
      showToast({ kind: 'success', title: t('name.saved') })
    },
  })
  return (
    <Card isPadded aria-labelledby="workspace-name">
      <h2 id="workspace-name">{t('name')}</h2>
      <form className={styles.invite} onSubmit={form.onSubmit} noValidate aria-labelledby="workspace-name">
        <ErrorMessage text={form.failure} />
        <TextField {...form.field('name')} label={t('name')} hint={t('name.hint')} maxLength={60} />
        <div className={styles.actions}>
          <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isPending}>
            {t('name.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Creates a further workspace, and opens it. */
export function CreateForm() {
  const { t } = useTranslation('workspaces')
  const { billing } = useConfig()
  const create = useCreateWorkspace()
  const form = useForm({
    initial: { name: '' },
    check: schemaCheck(NameWorkspace),
    submit: async ({ name }) => openWorkspace(await create.mutateAsync(name)),
  })
  return (
    <Card isPadded aria-labelledby="new-workspace">
      <h2 id="new-workspace">{t('new')}</h2>
      <p className="small muted">
        {t('new.text')} {billing && t('new.billed')}
      </p>
      <form className={styles.invite} onSubmit={form.onSubmit} noValidate aria-labelledby="new-workspace">
        <ErrorMessage text={form.failure} />
        <TextField {...form.field('name')} label={t('name')} autoComplete="off" maxLength={60} />
        <div className={styles.actions}>
          <Button type="submit" variant="default" loading={form.isPending}>
            {t('new.create')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
