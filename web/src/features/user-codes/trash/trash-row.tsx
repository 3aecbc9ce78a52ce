import { formatInDays, type TrashedCode } from '@scanleaf/shared'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDate, withoutProtocol } from '../../../lib/format/format'
import { useLanguage } from '../../../lib/i18n/i18n'
import { thumbnailOf } from '../../../lib/qr/thumbnail'
import { Allowed } from '../../../lib/session/allowed'
import { websiteOf } from '../../../lib/stored-content'
import { Button, IconButton } from '../../../ui/button/button'
import { Checkbox } from '../../../ui/checkbox/checkbox'
import { codeName, summaryOf } from '../code-content'
import { ContentTypeIcon } from '../content-type-label'
import styles from './trash.module.css'

const DAY_MS = 86_400_000
/** Then the days that are left are amber. */
const SOON_DAYS = 5

interface TrashRowProps {
  code: TrashedCode
  isSelected: boolean
  isBusy: boolean
  isPhone: boolean
  onToggle: (isRange: boolean) => void
  onRestore: () => void
  onPurge: () => void
}

export function TrashRow(props: TrashRowProps) {
  const { code, isSelected, isBusy, isPhone, onToggle, onRestore, onPurge } = props
  const { t } = useTranslation(['trash', 'user-codes'])
  const language = useLanguage()
  const name = codeName(code)
  const left = Math.max(0, Math.ceil((Date.parse(code.purgedOn) - Date.now()) / DAY_MS))
  const pill = (
    <span className={`fine muted gap-2 ${styles.pill}`} data-soon={left <= SOON_DAYS || undefined}>
      <IconClock size={13} stroke={1.8} aria-hidden />
      {formatInDays(left, language)}
    </span>
  )
  const buttons = (
    <Allowed to="codes:write">
      <div className={`row gap-3 ${styles.buttons}`}>
        <Button
          size="sm"
          variant="default"
          disabled={isBusy}
          aria-label={t('restore-of', { name })}
          leftSection={<IconArrowBackUp className="flip" size={16} stroke={1.7} aria-hidden />}
          onClick={onRestore}
        >
          {t('restore')}
        </Button>
        <IconButton aria-label={t('purge-of', { name })} title={t('purge')} onClick={onPurge}>
          <IconTrash size={18} stroke={1.7} aria-hidden />
        </IconButton>
      </div>
    </Allowed>
  )
  return (
    <tr className={styles.row} data-selected={isSelected || undefined}>
      <td>
        <Checkbox label={t('user-codes:select', { name })} isChecked={isSelected} onToggle={onToggle} />
      </td>
      <td>
        <img className={styles.thumb} src={thumbnailOf(code.qrImageUrl)} alt="" width={38} height={38} />
      </td>
      <td>
        <div className={`gap-4 ${styles.title}`}>
          <bdi className={`clip ${styles.name}`}>{code.name || summaryName(code, name)}</bdi>
          {code.name !== '' && code.dynamicId && (
            <bdi dir="ltr" className={`muted ${styles.id}`}>
              {code.dynamicId}
            </bdi>
          )}
        </div>
        <Line code={code} />
        {givesWay(code) && <p className={`fine muted ${styles.note}`}>{t('gives-way')}</p>}
        {isPhone && (
          <div className={`row wrap ${styles.foot}`}>
            {pill}
            {buttons}
          </div>
        )}
      </td>
      {!isPhone && (
        <>
          <td className={`muted ${styles.date}`}>{formatDate(code.deletedAt)}</td>
          <td>{pill}</td>
          <td>{buttons}</td>
        </>
      )}
    </tr>
  )
}

function summaryName(code: TrashedCode, name: string): string {
  return code.codeRedirect === null ? name : withoutProtocol(code.codeRedirect)
}

/** Its owner can give its id to another code; what was scanned keeps it. */
const givesWay = ({ isDynamicCode, scanCounter, takedown }: TrashedCode): boolean =>
  isDynamicCode && scanCounter === 0 && takedown === null

/** Its type, where it leads or what it holds, and how often it was scanned. */
function Line({ code }: { code: TrashedCode }) {
  const { t } = useTranslation(['trash', 'user-codes', 'content-types'])
  const language = useLanguage()
  const type = t(`content-types:type.${code.contentType}`, { defaultValue: code.contentType })
  const { title, line } = summaryOf(code, t)
  const address = websiteOf(code)
  const what = code.isDynamicCode ? address && withoutProtocol(address) : (title ?? line)
  return (
    <div className={`gap-2 fine muted ${styles.line}`}>
      <ContentTypeIcon contentType={code.contentType} size={14} />
      <span>{type}</span>
      {what && <bdi className={`clip ${styles.cut}`}>{what}</bdi>}
      {code.isDynamicCode && (
        <span>
          {t('user-codes:column.scans')} {formatCount(code.scanCounter, language)}
        </span>
      )}
    </div>
  )
}
