import { type ReactNode, useId } from 'react'
import properties from '../../../ui/properties/properties.module.css'
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
    <div className={properties.property} data-editing={editor !== null || undefined}>
      <dt id={labelId}>{label}</dt>
      <dd>
        {editor ?? (
          <>
            <span className={properties.value}>{children}</span>
            <span className={`gap-4 ${properties.end}`}>{pencil}</span>
          </>
        )}
      </dd>
    </div>
  )
}
