import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import type { Generator } from './state/use-generator'

/** The confirmation before the next step of a code that is hard to scan. */
export function UnscannableDialog({ generator: { confirmation } }: { generator: Generator }) {
  const { t } = useTranslation('design')
  const { question, ask } = confirmation
  if (question === null) return null
  return (
    <ConfirmDialog
      isOpen
      title={t('anyway.title')}
      text={t('anyway.text')}
      confirmLabel={t('anyway.go-on')}
      onConfirm={question.confirm}
      onClose={() => ask(null)}
    />
  )
}
