import { formatList } from '@scanleaf/shared'
import type { Sheet } from '@scanleaf/shared/tables'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../../lib/i18n/i18n'
import { Button, buttonClass } from '../../../../ui/button/button'
import { ColumnChoice } from '../../../../ui/columns/column-choice'
import { Switch } from '../../../../ui/switch/switch'
import {
  type Columns,
  cellsOfSheet,
  columnsOf,
  fittingType,
  phonesWithoutZero,
  unreadColumns,
} from '../../state/columns'
import type { ManyDraft } from '../../state/draft'
import { isRequired, labelOf, type ManyType, type RowField, rowFieldsOf } from '../../state/row-fields'
import styles from './form.module.css'
import { useProblemText } from './table-problems'

export interface ColumnMappingProps {
  sheet: Sheet
  draft: ManyDraft
  onChange: (change: Partial<ManyDraft>) => void
}

/** Which column is what, and what to look at in the table. */
export function ColumnMapping({ sheet, draft, onChange }: ColumnMappingProps) {
  const { t } = useTranslation(['bulk', 'generator', 'user-codes', 'content-types'])
  const language = useLanguage()
  const problemText = useProblemText()
  const { type, columns: choices } = draft
  if (sheet.problem) return <p className={styles.error}>{problemText(sheet.problem)}</p>
  const columns = columnsOf(sheet, type, choices)
  const fields = rowFieldsOf(type)
  const missing = fields.filter((field) => isRequired(type, field) && !columns.fields.includes(field))
  const better = choices.fields === undefined ? fittingType(sheet, type) : null
  const typeName = ({ contentType }: ManyType) => t(`content-types:type.${contentType}`)
  const change = (next: ManyDraft['columns']) => onChange({ columns: { ...choices, ...next } })

  const nameOf = (field: RowField) =>
    field === 'name'
      ? t('generator:name')
      : field === 'dynamicId'
        ? t('generator:manual-id')
        : field === 'tags'
          ? t('user-codes:detail.tags')
          : t(`content-types:field.${labelOf(type, field)}`)
  return (
    <div className={styles.group}>
      <div>
        <div className={styles.label}>{t('columns')}</div>
        <ColumnChoice
          columns={columns.fields.map((field, column) => ({
            name: headOf(sheet, columns, column) || t('columns.number', { number: column + 1 }),
            examples: examplesOf(sheet, column, columns.hasHead),
            field,
          }))}
          fields={fields.map((value) => ({ value, label: nameOf(value) }))}
          skipLabel={t('columns.skip')}
          onChange={(column, field) =>
            change({ fields: { ...choices.fields, [column]: field as RowField | '' } })
          }
        />
      </div>
      <Switch
        label={t('columns.head')}
        isOn={columns.hasHead}
        onChange={(hasHead) => change({ hasHead, fields: {} })}
      />
      {missing.length > 0 && (
        <p className={styles.error} role="alert">
          {t('columns.missing', { field: formatList(missing.map(nameOf), language) })}
        </p>
      )}
      {better && (
        <div className={styles.unread}>
          <p>{t('columns.other-type', { type: typeName(better) })}</p>
          <Button size="sm" onClick={() => onChange({ type: better, columns: {} })}>
            {t('columns.take-type', { type: typeName(better) })}
          </Button>
        </div>
      )}
      {unreadColumns(sheet, type, choices).map(({ column, host }) => (
        <div key={column} className={styles.unread} role="alert">
          <p>
            {t('columns.unread', {
              column: bidiIsolate(
                headOf(sheet, columns, column) || t('columns.number', { number: column + 1 }),
              ),
              host: bidiIsolate(host),
            })}
          </p>
          <Link to="/settings/$tab" params={{ tab: 'import-export' }} className={buttonClass({ size: 'sm' })}>
            {t('move-in')}
          </Link>
          <Button
            size="sm"
            variant="default"
            onClick={() => change({ fields: { ...choices.fields, [column]: '' } })}
          >
            {t('columns.leave-out')}
          </Button>
        </div>
      ))}
      <Notes sheet={sheet} />
      <LostZeros sheet={sheet} draft={draft} onChange={onChange} />
    </div>
  )
}

const headOf = ({ rows }: Sheet, { hasHead }: Columns, column: number): string =>
  (hasHead && rows[0]?.[column]) || ''

const EXAMPLES = 2

function examplesOf({ rows }: Sheet, column: number, hasHead: boolean): string {
  const cells = rows.slice(hasHead ? 1 : 0).map((row) => row[column] ?? '')
  return cells.filter(Boolean).slice(0, EXAMPLES).join(', ')
}

function Notes({ sheet: { encoding, notes } }: { sheet: Sheet }) {
  const { t } = useTranslation('bulk')
  return (
    <>
      {encoding && <Note>{t('note.code-page', { encoding: bidiIsolate(encoding) })}</Note>}
      {notes.map(({ code, total, row = 0 }) => (
        <Note key={code}>{t(`note.${code}`, { total, row })}</Note>
      ))}
    </>
  )
}

const Note = ({ children }: { children: string }) => (
  <p className={styles.hint}>
    <IconInfoCircle size={16} stroke={1.7} aria-hidden />
    <span>{children}</span>
  </p>
)

function LostZeros({ sheet, draft, onChange }: ColumnMappingProps) {
  const { t } = useTranslation('bulk')
  const rows = cellsOfSheet(sheet, draft.type, columnsOf(sheet, draft.type, draft.columns))
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
