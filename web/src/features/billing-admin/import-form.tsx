import { formatNumber, type ImportedStatement, ImportStatement, type Language } from '@scanleaf/shared'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { schemaCheck } from '../../lib/forms/schema-validation'
import { asTyped, useForm } from '../../lib/forms/use-form'
import { useLanguage } from '../../lib/i18n/i18n'
import { Button } from '../../ui/button/button'
import { TextField } from '../../ui/field/text-field'
import { FileInput } from '../../ui/file-drop/file-input'
import styles from '../../ui/list/list.module.css'
import { ErrorMessage } from '../../ui/message/error-message'
import properties from '../../ui/properties/properties.module.css'
import { useImport } from './api'
import own from './billing-admin.module.css'

/** The text of a statement, which a bank may have saved in the code page of Excel. */
async function textOf(file: File, language: Language): Promise<string> {
  const { decodeText } = await import('@scanleaf/shared/tables')
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()), language).text
  } catch {
    return file.text()
  }
}

/** A statement of the bank as a file, and then what became of its lines. */
export function ImportForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['billing-admin', 'common'])
  const [fileName, setFileName] = useState<string | null>(null)
  const [isReading, setIsReading] = useState(false)
  const language = useLanguage()
  const picker = useRef<HTMLInputElement>(null)
  const statement = useImport()
  const form = useForm({
    initial: { csv: '', reason: '' },
    cleaners: { csv: asTyped },
    check: schemaCheck(ImportStatement),
    submit: (values) => statement.mutateAsync(values),
  })
  const csv = form.field('csv')

  async function choose(file: File) {
    setFileName(file.name)
    setIsReading(true)
    const csv = await textOf(file, language).catch(() => null)
    setIsReading(false)
    if (csv === null) setFileName(null)
    else form.setValue('csv', csv)
  }

  if (statement.data) return <Imported statement={statement.data} onDone={onDone} />
  return (
    <form className={`gap-6 ${styles.form}`} onSubmit={form.onSubmit} noValidate aria-label={t('import')}>
      <p className="small muted">{t('import.text')}</p>
      <ErrorMessage text={form.failure} />
      <div className={`gap-6 ${styles.fields}`}>
        <div>
          <p className={`small ${own.fileLabel}`}>{t('import.file')}</p>
          <FileInput
            ref={picker}
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onFile={(file) => void choose(file)}
          />
          <Button
            name="csv"
            variant="default"
            leftSection={<IconUpload size={16} stroke={1.7} aria-hidden />}
            onClick={() => picker.current?.click()}
          >
            {fileName === null ? t('import.choose') : <bdi>{fileName}</bdi>}
          </Button>
          {csv.error !== undefined && <ErrorMessage text={csv.error} />}
        </div>
        <TextField {...form.field('reason')} label={t('field.reason')} autoComplete="off" required />
      </div>
      <div className={`wrap gap-4 ${styles.formActs}`}>
        <Button variant="default" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={form.isPending || isReading}>
          {t('import')}
        </Button>
      </div>
    </form>
  )
}

function Imported({ statement, onDone }: { statement: ImportedStatement; onDone: () => void }) {
  const { t } = useTranslation(['billing-admin', 'common'])
  const language = useLanguage()
  const { taken, repeated, refused } = statement
  const counts = [
    ['taken', taken],
    ['repeated', repeated],
    ['refused', refused.length],
  ] as const
  return (
    <div className={`gap-6 ${styles.form}`} role="status">
      <dl className={properties.figures}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{t(`import.${name}`)}</dt>
            <dd>{formatNumber(count, language)}</dd>
          </div>
        ))}
      </dl>
      {refused.length > 0 && (
        <ul className={`gap-3 ${own.findings}`}>
          {refused.map(({ line, field }) => (
            <li key={line}>{t('import.line', { line, field: t(`import.field.${field}`) })}</li>
          ))}
        </ul>
      )}
      <div className={`wrap gap-4 ${styles.formActs}`}>
        <Button onClick={onDone}>{t('common:close')}</Button>
      </div>
    </div>
  )
}
