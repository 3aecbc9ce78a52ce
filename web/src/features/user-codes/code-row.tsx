import type { UserCode } from '@scanleaf/shared'
import IconCornerDownRight from '@tabler/icons-react/dist/esm/icons/IconCornerDownRight.mjs'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDate, formatNumber } from '../../lib/formats'
import { useLanguage } from '../../lib/i18n'
import { CopyButton } from '../../ui/copy-button'
import { CheckBox } from './check-box'
import { codeName, websiteOf, withoutProtocol } from './code-content'
import styles from './codes-table.module.css'
import { ContentTypeLabel } from './content-type-label'
import { RowActions } from './row-actions'
import type { RowAct } from './row-acts'

export interface CodeRowProps {
  code: UserCode
  isSelected: boolean
  isLeaving: boolean
  isPhone: boolean
  onToggle: (isRange: boolean) => void
  onAct: (act: RowAct, code: UserCode) => void
}

/** The id by which the popup finds the way back to its row. */
export const rowLinkId = (codeId: string): string => `code-${codeId}`

/** A press on the row itself, not on a control in it nor the end of selecting text. */
const isOnRow = ({ target }: MouseEvent) =>
  target instanceof Element &&
  target.closest('a, button, input, label, [role="menu"]') === null &&
  window.getSelection()?.isCollapsed !== false

export function CodeRow({ code, isSelected, isLeaving, isPhone, onToggle, onAct }: CodeRowProps) {
  const { t } = useTranslation('user-codes')
  const name = codeName(code)
  return (
    <tr
      className={styles.row}
      data-selected={isSelected || undefined}
      data-leaving={isLeaving || undefined}
      onClick={(event) => isOnRow(event) && onAct('view', code)}
    >
      <td>
        <CheckBox label={t('select', { name })} isChecked={isSelected} onToggle={onToggle} />
      </td>
      <td>
        <img className={styles.thumb} src={code.qrImageUrl} alt="" width={38} height={38} />
      </td>
      <td>
        <ContentCell code={code} name={name} isPhone={isPhone} onOpen={() => onAct('view', code)} />
        {isPhone && (
          <div className={styles.facts}>
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
      {code.isDynamicCode && <ScanCell count={code.scanCounter} />}
      <td>
        <div className={styles.actions}>
          <RowActions code={code} name={name} isPhone={isPhone} onAct={(act) => onAct(act, code)} />
        </div>
      </td>
    </tr>
  )
}

interface ContentCellProps {
  code: UserCode
  name: string
  isPhone: boolean
  onOpen: () => void
}

function ContentCell({ code, name, isPhone, onOpen }: ContentCellProps) {
  const { t } = useTranslation('user-codes')
  const website = websiteOf(code)
  const lastSlash = name.lastIndexOf('/') + 1
  return (
    <>
      <div className={styles.titleLine}>
        <button
          type="button"
          id={rowLinkId(code.id)}
          className={styles.title}
          aria-label={t('open', { name })}
          onClick={onOpen}
        >
          {code.isDynamicCode ? (
            <bdi dir="ltr" className={styles.link}>
              <span className={styles.host}>{name.slice(0, lastSlash)}</span>
              <span className={styles.id}>{name.slice(lastSlash)}</span>
            </bdi>
          ) : (
            <bdi dir="ltr">{name}</bdi>
          )}
        </button>
        {code.codeRedirect !== null && <CopyButton value={code.codeRedirect} className={styles.copy ?? ''} />}
      </div>
      {code.isDynamicCode && (
        <div className={styles.target}>
          <IconCornerDownRight className="flip" size={13} stroke={1.7} aria-hidden />
          <bdi dir="ltr" className={styles.cut}>
            {website === null ? t('detail.unreadable') : withoutProtocol(website)}
          </bdi>
        </div>
      )}
      {!code.isDynamicCode && !isPhone && (
        <div className={styles.target}>
          {t(`type.${code.contentType}`, { defaultValue: code.contentType })}
        </div>
      )}
    </>
  )
}

function ScanCell({ count }: { count: number }) {
  const language = useLanguage()
  const shown = formatCount(count, language)
  const full = formatNumber(count, language)
  return (
    <td className={styles.scans}>
      <span title={shown === full ? undefined : full}>{shown}</span>
    </td>
  )
}
