import type { Sheet } from '@scanleaf/shared/tables'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useTranslation } from 'react-i18next'
import { Switch } from '../../../ui/switch/switch'
import { cellsOfSheet, columnsOf, phonesWithoutZero } from '../state/columns'
import type { ManyDraft } from '../state/draft'
import { contentNameOf, isRequired, type RowField, rowFieldsOf } from '../state/row-fields'
import styles from './form.module.css'
import { useProblemText } from './table-problems'

export interface ColumnMappingProps {
  sheet: Sheet
  draft: ManyDraft
  onChange: (change: Partial<ManyDraft>) => void
}

/** Which column is what, and what to look at in the table. */
export function ColumnMapping({ sheet, draft, onChange }: ColumnMappingProps) {
  const { t } = useTranslation(['code-batches', 'generator', 'user-codes'])
  const problemText = useProblemText()
  const { type, columns: choices } = draft
  if (sheet.problem) return <p className={styles.error}>{problemText(sheet.problem)}</p>
  const columns = columnsOf(sheet, type, choices)
  const fields = rowFieldsOf(type)
  const missing = fields.filter((field) => isRequired(type, field) && !columns.fields.includes(field))
  const change = (next: ManyDraft['columns']) => onChange({ columns: { ...choices, ...next } })

  const nameOf = (field: RowField) =>
    field === 'name'
      ? t('generator:name')
      : field === 'dynamicId'
        ? t('generator:manual-id')
        : field === 'tags'
          ? t('user-codes:detail.tags')
          : t(`generator:field.${contentNameOf(field)}`)
  return (
    <div className={styles.group}>
      <div>
        <div className={styles.label}>{t('columns')}</div>
        <ul className={styles.columns}>
          {columns.fields.map((field, column) => {
            const head = columns.hasHead ? sheet.rows[0]?.[column] : ''
            const name = head || t('columns.number', { number: column + 1 })
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place
              <li key={column} className={styles.column}>
                <span className={styles.columnName}>
                  <b dir="auto">{name}</b>
                  <span dir="auto">{examplesOf(sheet, column, columns.hasHead)}</span>
                </span>
                <IconChevronRight className="flip" size={16} stroke={1.7} aria-hidden />
                <select
                  className={styles.field}
                  aria-label={name}
                  data-skipped={field === '' || undefined}
                  value={field}
                  onChange={({ currentTarget: { value } }) =>
                    change({ fields: { ...choices.fields, [column]: value as RowField | '' } })
                  }
                >
                  <option value="">{t('columns.skip')}</option>
                  {fields.map((each) => (
                    <option key={each} value={each}>
                      {nameOf(each)}
                    </option>
                  ))}
                </select>
              </li>
            )
          })}
        </ul>
      </div>
      <Switch
        label={t('columns.head')}
        isOn={columns.hasHead}
        onChange={(hasHead) => change({ hasHead, fields: {} })}
      />
      {missing.length > 0 && (
        <p className={styles.error} role="alert">
          {t('columns.missing', { field: missing.map(nameOf).join(', ') })}
        </p>
      )}
      <Notes sheet={sheet} />
      <LostZeros sheet={sheet} draft={draft} onChange={onChange} />
    </div>
  )
}

const EXAMPLES = 2

function examplesOf({ rows }: Sheet, column: number, hasHead: boolean): string {
  const cells = rows.slice(hasHead ? 1 : 0).map((row) => row[column] ?? '')
  return cells.filter(Boolean).slice(0, EXAMPLES).join(', ')
}

function Notes({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation('code-batches')
  return sheet.notes.map(({ code, total, row = 0 }) => (
    <p key={code} className={styles.hint}>
      <IconInfoCircle size={16} stroke={1.7} aria-hidden />
      <span>{t(`note.${code}`, { total, row })}</span>
    </p>
  ))
}

function LostZeros({ sheet, draft, onChange }: ColumnMappingProps) {
  const { t } = useTranslation('code-batches')
  const rows = cellsOfSheet(sheet, columnsOf(sheet, draft.type, draft.columns))
  const total = phonesWithoutZero(rows, draft.type)
  if (total === 0) return null
  return (
    <div className={styles.zeros}>
      <Switch
        label={t('zeros', { total })}
        isOn={draft.addsZeros}
        onChange={(addsZeros) => onChange({ addsZeros })}
      />
    </div>
  )
}
