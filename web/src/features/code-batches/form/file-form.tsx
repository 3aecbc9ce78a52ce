import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/field/select-field'
import { FileDrop } from '../../../ui/file-drop/file-drop'
import type { ManyDraft, Table } from '../state/draft'
import styles from './form.module.css'
import { TableProblems } from './table-problems'
import { useReading } from './use-reading'

export interface FileFormProps {
  draft: ManyDraft
  onChange: (change: Partial<ManyDraft>) => void
}

const ACCEPTED = '.xlsx,.csv,.tsv,.txt'

/** A spreadsheet of this device; it is read here and sent nowhere. */
export function FileForm({ draft: { file }, onChange }: FileFormProps) {
  const { t } = useTranslation('code-batches')
  const { reading, read } = useReading((table) => onChange({ file: table, columns: {}, addsZeros: false }))
  return (
    <div className={styles.group}>
      <FileDrop
        icon={
          file ? (
            <IconTable size={20} stroke={1.7} aria-hidden />
          ) : (
            <IconUpload size={20} stroke={1.7} aria-hidden />
          )
        }
        title={file ? file.fileName : t('file.drop')}
        chooseLabel={t(file ? 'change' : 'file.choose')}
        accept={ACCEPTED}
        onFile={(chosen) => void read(chosen)}
      >
        {file ? <FileFacts table={file} /> : t('file.kinds')}
      </FileDrop>
      {file && file.sheets.length > 1 && (
        <SelectField
          label={t('file.sheet')}
          value={file.sheet}
          onChange={(event) =>
            onChange({ file: { ...file, sheet: Number(event.currentTarget.value) }, columns: {} })
          }
        >
          {file.sheets.map(({ name }, place) => (
            <option key={name} value={place}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TableProblems reading={reading} />
    </div>
  )
}

function FileFacts({ table }: { table: Table }) {
  const { t } = useTranslation('code-batches')
  const sheet = table.sheets[table.sheet]
  const rows = t('rows', { count: sheet?.rows.length ?? 0 })
  return (
    <>
      {sheet?.name && <bdi>{sheet.name} · </bdi>}
      {rows} · {t('file.local')}
    </>
  )
}
