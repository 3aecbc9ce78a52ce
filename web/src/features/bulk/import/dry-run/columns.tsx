import { formatList, IMPORT_COLUMNS, type ImportColumn, type ImportMapping } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../../lib/api/api-error'
import { bidiIsolate } from '../../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../../lib/i18n/i18n'
import { Button } from '../../../../ui/button/button'
import { Card } from '../../../../ui/card/card'
import { ColumnChoice } from '../../../../ui/columns/column-choice'
import { ErrorMessage } from '../../../../ui/message/error-message'
import { type Import, usePatchImport } from '../api'
import styles from './dry-run.module.css'

const EXAMPLES = 3

/** Which column holds what, with the first cells of each; other columns judge all rows again. */
export function ImportColumns({ item, onDone }: { item: Import; onDone: () => void }) {
  const { t } = useTranslation(['bulk', 'common'])
  const patch = usePatchImport(item.id)
  const [fields, setFields] = useState(() => fieldsOf(item))
  const isMissing = !fields.includes('target')
  const isFirst = item.state === 'mapping'

  function choose(column: number, field: string) {
    // A field is in one column: choosing it again moves it.
    setFields(fields.map((each, place) => (place === column ? (field as Field) : each === field ? '' : each)))
  }

  return (
    <Card isPadded className="stack gap-8" aria-labelledby="columns">
      <div>
        <h2 id="columns">{t('columns')}</h2>
        {item.unread.length > 0 ? (
          <Unread item={item} />
        ) : (
          <p className="small muted">{t(isFirst ? 'import.columns.unknown' : 'import.columns.text')}</p>
        )}
      </div>
      <ColumnChoice
        columns={fields.map((field, column) => ({
          name: item.headers[column] || t('columns.number', { number: column + 1 }),
          examples: examplesOf(item, column),
          field,
        }))}
        fields={IMPORT_COLUMNS.map((value) => ({ value, label: t(`import.column.${value}`) }))}
        skipLabel={t('columns.skip')}
        onChange={choose}
      />
      <ErrorMessage
        text={
          isMissing && !isFirst
            ? t('import.columns.missing')
            : patch.isError
              ? messageOf(patch.error, t('failed'))
              : null
        }
      />
      <div className={`wrap gap-5 ${styles.columnActions}`}>
        {!isFirst && (
          <Button variant="default" onClick={onDone}>
            {t('common:cancel')}
          </Button>
        )}
        <Button
          disabled={isMissing}
          loading={patch.isPending}
          onClick={() => patch.mutate({ mapping: mappingOf(fields) }, { onSuccess: onDone })}
        >
          {t('import.columns.check')}
        </Button>
      </div>
    </Card>
  )
}

/** The columns that wait, by their names: their addresses may be printed. */
function Unread({ item: { unread, headers } }: { item: Import }) {
  const { t } = useTranslation('bulk')
  const language = useLanguage()
  const names = unread.map(({ column, host }) => {
    const name = headers[column] || t('columns.number', { number: column + 1 })
    return `${bidiIsolate(name)} (${bidiIsolate(host)})`
  })
  return (
    <p className="small muted" role="status">
      {t('import.columns.unread', { columns: formatList(names, language) })}
    </p>
  )
}

type Field = ImportColumn | ''

const fieldsOf = ({ headers, mapping }: Import): Field[] =>
  headers.map((_, column) => IMPORT_COLUMNS.find((field) => mapping[field] === column) ?? '')

function mappingOf(fields: readonly Field[]): ImportMapping {
  const columnOf = (field: ImportColumn) => {
    const column = fields.indexOf(field)
    return column === -1 ? null : column
  }
  return Object.fromEntries(IMPORT_COLUMNS.map((field) => [field, columnOf(field)])) as ImportMapping
}

function examplesOf({ preview }: Import, column: number): string {
  const cells = preview.map((row) => row[column] ?? '').filter(Boolean)
  return cells.slice(0, EXAMPLES).join(' · ')
}
