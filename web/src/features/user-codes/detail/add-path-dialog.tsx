import { CodePathAddress } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { schemaCheck } from '../../../lib/forms/schema-validation'
import { useForm } from '../../../lib/forms/use-form'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Button } from '../../../ui/button/button'
import { Dialog } from '../../../ui/dialog/dialog'
import { TextField } from '../../../ui/field/text-field'
import { ErrorMessage } from '../../../ui/message/error-message'
import { showToast } from '../../../ui/toast/toasts'
import styles from './code-paths.module.css'
import { useAddPath } from './code-paths-api'

export interface AddPathDialogProps {
  codeId: string
  /** The domain of the links of the owner's codes. */
  domain: string
  onClose: () => void
}

/** Asks for a link that was printed elsewhere: the whole of it, or what follows the domain. */
export function AddPathDialog({ codeId, domain, onClose }: AddPathDialogProps) {
  const { t } = useTranslation(['user-codes', 'common'])
  const addition = useAddPath(codeId)
  const form = useForm<'address'>({
    initial: { address: '' },
    check: schemaCheck(CodePathAddress),
    submit: async ({ address }) => {
      await addition.mutateAsync(wholeAddress(address, domain))
      showToast({ kind: 'success', title: t('paths.added') })
      onClose()
    },
  })
  return (
    <Dialog title={t('paths.add-title')} size={480} onClose={onClose}>
      <form className={`stack gap-8 ${styles.form}`} onSubmit={form.onSubmit} noValidate>
        <p>{t('paths.add-text', { host: bidiIsolate(domain) })}</p>
        <ErrorMessage text={form.failure} />
        <TextField
          {...form.field('address')}
          label={t('paths.field')}
          hint={t('paths.case')}
          start={`${domain}/`}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <div className={`wrap gap-4 ${styles.actions}`}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={form.isPending}>
            {t('paths.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A pasted link names its domain itself, which may be another one. */
function wholeAddress(typed: string, domain: string): string {
  const text = typed.trim()
  const isWhole = /^https?:\/\//i.test(text) || text.toLowerCase().startsWith(`${domain}/`)
  return isWhole ? text : `https://${domain}/${text.replace(/^\//, '')}`
}
