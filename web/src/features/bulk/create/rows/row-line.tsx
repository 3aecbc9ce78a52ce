import type { QrDesign } from '@scanleaf/qr'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkBase } from '../../../../lib/link-base'
import { QrImage } from '../../../../ui/qr/qr-image'
import type { ManyType } from '../../state/row-fields'
import styles from './rows-card.module.css'
import { type ShownRow, thumbnailSvg } from './shown-row'

export interface RowLineProps {
  type: ManyType
  row: ShownRow
  design: QrDesign
  onRepair: ((row: ShownRow) => void) | undefined
}

/** A row with its code, what it holds, its verdict, and why. */
export function RowLine({ type, row, design, onRepair }: RowLineProps) {
  const { t } = useTranslation(['bulk', 'content-types'])
  const linkBase = useLinkBase()
  const svg = useMemo(
    () => thumbnailSvg(type, row.cells, linkBase, design),
    [type, row.cells, linkBase, design],
  )
  const title = row.name || row.line || t(`content-types:type.${type.contentType}`)
  return (
    <li className={styles.row} data-verdict={row.verdict}>
      <span className={styles.number}>{row.row}</span>
      <span className={styles.thumb}>{svg && <QrImage svg={svg} label="" />}</span>
      <span className={styles.text}>
        <b dir="auto">{title}</b>
        <span className="small muted" dir="auto">
          {row.name === '' ? t(`content-types:type.${type.contentType}`) : row.line}
        </span>
      </span>
      {type.isDynamic && (
        <span className={styles.id}>{row.id === '' ? t('id.generated') : <bdi dir="ltr">{row.id}</bdi>}</span>
      )}
      <Verdict row={row} />
      {row.problems.length > 0 && (
        <span
          className={`fine ${styles.why}`}
          data-warning={row.problems.every(({ isWarning }) => isWarning) || undefined}
        >
          {row.problems.map(({ field, text }) => (
            <span key={field + text}>{text} </span>
          ))}
          {onRepair && row.verdict === 'refused' && (
            <button type="button" className={styles.repair} onClick={() => onRepair(row)}>
              {t('correct')}
            </button>
          )}
        </span>
      )}
    </li>
  )
}

const VERDICT_ICONS = { ready: IconCheck, warned: IconAlertTriangle, refused: IconX }

function Verdict({ row: { verdict } }: { row: ShownRow }) {
  const { t } = useTranslation('bulk')
  if (verdict === 'unchecked') return <span className={`gap-3 ${styles.verdict}`} />
  const Icon = VERDICT_ICONS[verdict]
  return (
    <span className={`gap-3 ${styles.verdict}`} data-verdict={verdict}>
      <Icon size={14} stroke={2} aria-hidden />
      {t(`verdict.${verdict}`)}
    </span>
  )
}
