import { type ReactNode, useId } from 'react'
import styles from './code-dialog.module.css'
import { type InlineEdit, useInlineEdit } from './use-inline-edit'

export interface EditablePropertyProps extends InlineEdit {
  label: string
  /** The value as it is read. */
  children: ReactNode
}

/** A property with its pencil. */
export function EditableProperty({ label, children, ...edit }: EditablePropertyProps) {
  const labelId = useId()
  const { editor, pencil } = useInlineEdit(edit, labelId)
  return (
    <div className={styles.fact} data-editing={editor !== null || undefined}>
      <dt id={labelId}>{label}</dt>
      <dd>
        {editor ?? (
          <>
            <span className={styles.value}>{children}</span>
            <span className={styles.end}>{pencil}</span>
          </>
        )}
      </dd>
    </div>
  )
}
