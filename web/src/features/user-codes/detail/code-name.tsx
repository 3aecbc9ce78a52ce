import { type FieldIssue, MAX_NAME_LENGTH, type UserCode } from '@scanleaf/shared'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import properties from '../../../ui/properties/properties.module.css'
import { useChangeUserCode } from '../api'
import styles from './code-dialog.module.css'
import { useInlineEdit } from './use-inline-edit'

const nameIssue = (text: string): FieldIssue | null =>
  text.trim().length > MAX_NAME_LENGTH ? { code: 'too-long', numbers: { max: MAX_NAME_LENGTH } } : null

/** The pencil after the title of the popup; its field takes the place of the title. */
export function CodeName({ code }: { code: UserCode }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode()
  const labelId = useId()
  const { editor, pencil } = useInlineEdit(
    {
      editLabel: t('detail.edit-name'),
      value: code.name,
      problemOf: nameIssue,
      fields: ['name'],
      onSave: (text) => change.mutateAsync({ id: code.id, patch: { name: text } }),
    },
    labelId,
  )
  if (editor === null) return <span className={`gap-4 ${properties.end}`}>{pencil}</span>
  return (
    <div className="fill" data-replaces-title>
      <span id={labelId} className={`small muted ${styles.titleLabel}`}>
        {t('detail.name')}
      </span>
      {editor}
    </div>
  )
}
