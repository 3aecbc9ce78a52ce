import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/button'
import { SelectField } from '../../../ui/field/select-field'
import { Tile } from '../../../ui/tile/tile'
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
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { reading, read } = useReading((table) => onChange({ file: table, columns: {}, addsZeros: false }))

  function take(files: FileList | null) {
    const [chosen] = files ?? []
    if (chosen) void read(chosen)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }

  const choose = (
    <Button variant="default" size="sm" onClick={() => input.current?.click()}>
      {t(file ? 'change' : 'file.choose')}
    </Button>
  )
  return (
    <div className={styles.group}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button in it */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <Tile size={40}>
          {file ? (
            <IconTable size={20} stroke={1.7} aria-hidden />
          ) : (
            <IconUpload size={20} stroke={1.7} aria-hidden />
          )}
        </Tile>
        <div className={styles.dropText}>
          <b>
            <bdi>{file ? file.fileName : t('file.drop')}</bdi>
          </b>
          <span>{file ? <FileFacts table={file} /> : t('file.kinds')}</span>
        </div>
        {choose}
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label={t('file.choose')}
          onChange={(event) => {
            take(event.currentTarget.files)
            // The same file can be chosen again once it is mended.
            event.currentTarget.value = ''
          }}
        />
      </div>
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
