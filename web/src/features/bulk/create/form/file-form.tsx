import { exampleRows, type Sheet } from '@scanleaf/shared/tables'
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../../ui/field/select-field'
import { FileDrop } from '../../../../ui/file-drop/file-drop'
import { ReadingChoice } from '../../../../ui/reading-choice/reading-choice'
import { Switch } from '../../../../ui/switch/switch'
import type { ManyDraft, ReadTable } from '../../state/draft'
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
  const { t } = useTranslation('bulk')
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
      {file && <SheetChoice table={file} onChange={onChange} />}
      <TableProblems reading={reading} />
    </div>
  )
}

/** Which sheet of a workbook, which reading of a text, and whether with what is hidden. */
function SheetChoice({ table, onChange }: { table: ReadTable; onChange: FileFormProps['onChange'] }) {
  const { t } = useTranslation('bulk')
  const { sheets, sheet: chosen } = table
  const current = sheets[chosen]
  const choose = (sheet: number) => onChange({ file: { ...table, sheet }, columns: {} })
  if (current?.encoding) {
    const readings = sheets.flatMap(({ encoding, rows }) =>
      encoding ? [{ encoding, rows: exampleRows(rows.map((row) => row.filter(Boolean).join(', '))) }] : [],
    )
    if (readings.length < 2) return null
    return (
      <ReadingChoice
        label={t('encoding')}
        readings={readings}
        value={current.encoding}
        onChange={(encoding) => choose(sheets.findIndex((sheet) => sheet.encoding === encoding))}
      />
    )
  }
  // One with hidden rows comes before itself with them.
  const first = current?.hidden?.isTaken ? chosen - 1 : chosen
  const shown = sheets.flatMap(({ name, hidden }, place) => (hidden?.isTaken ? [] : [{ name, place }]))
  return (
    <>
      {shown.length > 1 && (
        <SelectField
          label={t('file.sheet')}
          value={first}
          onChange={(event) => choose(Number(event.currentTarget.value))}
        >
          {shown.map(({ name, place }) => (
            <option key={name} value={place}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {current?.hidden && (
        <HiddenNote hidden={current.hidden} onChange={(isTaken) => choose(isTaken ? first + 1 : first)} />
      )}
    </>
  )
}

function HiddenNote({
  hidden: { rows, columns, isTaken },
  onChange,
}: {
  hidden: NonNullable<Sheet['hidden']>
  onChange: (isTaken: boolean) => void
}) {
  const { t } = useTranslation('bulk')
  const found = [
    rows > 0 && t('hidden.rows', { total: rows }),
    columns > 0 && t('hidden.columns', { total: columns }),
  ]
  return (
    <div className={styles.zeros} role="status">
      <Switch
        label={t('hidden.take')}
        hint={found.filter(Boolean).join(' · ')}
        isOn={isTaken}
        onChange={onChange}
      />
    </div>
  )
}

function FileFacts({ table }: { table: ReadTable }) {
  const { t } = useTranslation('bulk')
  const sheet = table.sheets[table.sheet]
  const rows = t('rows', { count: sheet?.rows.length ?? 0 })
  return (
    <>
      {sheet?.name && <bdi>{sheet.name} · </bdi>}
      {rows} · {t('file.local')}
    </>
  )
}
