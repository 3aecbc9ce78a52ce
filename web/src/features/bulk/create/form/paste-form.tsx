import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ManyDraft } from '../../state/draft'
import styles from './form.module.css'
import { TableProblems } from './table-problems'
import { useReading } from './use-reading'

export interface PasteFormProps {
  draft: ManyDraft
  onChange: (change: Partial<ManyDraft>) => void
}

/** Rows from the clipboard: of a spreadsheet, or typed with commas. */
export function PasteForm({ draft, onChange }: PasteFormProps) {
  const { t } = useTranslation('bulk')
  const id = useId()
  const { reading, read, forget } = useReading((pastedTable) => onChange({ pastedTable }))

  function take(pasted: string) {
    onChange({ pasted, ...(pasted.trim() === '' && { pastedTable: null, columns: {} }) })
    if (pasted.trim() === '') forget()
    else void read(pasted)
  }

  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {t('paste.label')}
      </label>
      <textarea
        id={id}
        className={styles.area}
        rows={6}
        wrap="off"
        spellCheck={false}
        placeholder={t('paste.example')}
        value={draft.pasted}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <TableProblems reading={reading} />
    </div>
  )
}
