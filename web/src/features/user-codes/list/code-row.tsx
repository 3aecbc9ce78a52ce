import { formatNumber, type UserCode } from '@scanleaf/shared'
import type { ComponentType, KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDate } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { thumbnailOf } from '../../../lib/qr/thumbnail'
import { Checkbox } from '../../../ui/checkbox/checkbox'
import type { RowAction } from '../actions/action-list'
import { RowActions } from '../actions/row-actions'
import { codeName } from '../code-content'
import { ContentTypeLabel } from '../content-type-label'
import type { ScanTrendProps } from '../slots'
import styles from './codes-table.module.css'
import { RowContent } from './row-content'

export interface CodeRowProps {
  code: UserCode
  isSelected: boolean
  isLeaving: boolean
  isPhone: boolean
  /** Beside the count of a dynamic code. */
  ScanTrend?: ComponentType<ScanTrendProps> | undefined
  /** All rows on screen, for requests about all of them. */
  shownIds: readonly string[]
  onToggle: (isRange: boolean) => void
  onAction: (action: RowAction, code: UserCode) => void
}

/** A press on the row itself, not on a control in it nor the end of selecting text. */
const isOnRow = ({ target }: MouseEvent) =>
  target instanceof Element &&
  target.closest('a, button, input, label, [role="menu"]') === null &&
  window.getSelection()?.isCollapsed !== false

const ROW_STEPS: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

/** Arrows go from row to row, to the control in the place of this one. */
function stepToRow(event: KeyboardEvent<HTMLTableRowElement>) {
  const step = ROW_STEPS[event.key]
  if (!step) return
  const row = event.currentTarget[step]
  const controls = (of: Element) => [...of.querySelectorAll<HTMLElement>('button, input')]
  const place = controls(event.currentTarget).indexOf(document.activeElement as HTMLElement)
  const target = row && controls(row)[place]
  if (!target) return
  event.preventDefault()
  target.focus()
}

export function CodeRow(props: CodeRowProps) {
  const { code, isSelected, isLeaving, isPhone, shownIds, ScanTrend, onToggle, onAction } = props
  const { t } = useTranslation('user-codes')
  const name = codeName(code)

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.target instanceof Element && event.target.closest('[role="menu"]')) return
    if (event.key === 'Delete') onAction('delete', code)
    else stepToRow(event)
  }

  return (
    <tr
      className={styles.row}
      data-selected={isSelected || undefined}
      data-leaving={isLeaving || undefined}
      data-paused={!code.enabled || undefined}
      onClick={(event) => isOnRow(event) && onAction('view', code)}
      onKeyDown={onKeyDown}
    >
      <td>
        <Checkbox label={t('select', { name })} isChecked={isSelected} onToggle={onToggle} />
      </td>
      <td>
        <img className={styles.thumb} src={thumbnailOf(code.qrImageUrl)} alt="" width={38} height={38} />
      </td>
      <td>
        <RowContent code={code} onOpen={() => onAction('view', code)} />
        {isPhone && (
          <div className={styles.facts}>
            {code.isDynamicCode && <ScanCaption count={code.scanCounter} />}
            <span className={styles.type}>
              <ContentTypeLabel contentType={code.contentType} size={14} />
            </span>
            <span>{formatDate(code.createdAt)}</span>
          </div>
        )}
      </td>
      {!isPhone && (
        <>
          <td>
            <span className={styles.type}>
              <ContentTypeLabel contentType={code.contentType} />
            </span>
          </td>
          <td className={styles.date}>{formatDate(code.createdAt)}</td>
        </>
      )}
      {code.isDynamicCode && !isPhone && (
        <td className={styles.scans}>
          <div className={styles.figures}>
            {ScanTrend && <ScanTrend codeId={code.id} codeIds={shownIds} />}
            <ScanCount count={code.scanCounter} />
          </div>
        </td>
      )}
      <td>
        <div className={styles.actions}>
          <RowActions
            code={code}
            name={name}
            isPhone={isPhone}
            onAction={(action) => onAction(action, code)}
          />
        </div>
      </td>
    </tr>
  )
}

/** A number without the head of its column says what it counts. */
function ScanCaption({ count }: { count: number }) {
  const { t } = useTranslation('user-codes')
  const language = useLanguage()
  return (
    <span>
      {t('column.scans')} <b>{formatCount(count, language)}</b>
    </span>
  )
}

function ScanCount({ count }: { count: number }) {
  const language = useLanguage()
  const shown = formatCount(count, language)
  const full = formatNumber(count, language)
  return <span title={shown === full ? undefined : full}>{shown}</span>
}
