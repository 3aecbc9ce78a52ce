import { formatNumber, type ImportVerdict } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../../lib/i18n/i18n'
import type { FileRow } from '../api'
import styles from './rows-card.module.css'

/** A row of the file with its verdict, and what can be done where it is not as wished. */
export function ImportRowLine({ row, host }: { row: FileRow; host: string }) {
  const { t } = useTranslation('bulk')
  const language = useLanguage()
  const { row: number, line, address, target, name, clicks, verdict, problems } = row
  const told = [
    name && bidiIsolate(name),
    clicks !== null && t('import.clicks-before', { count: clicks }),
  ].filter(Boolean)
  return (
    <tr>
      <td className={`muted ${styles.line}`}>{formatNumber(line ?? number, language)}</td>
      <td className={styles.address}>
        {address === '' ? (
          <span className={styles.missing}>{t('import.row.no-address')}</span>
        ) : (
          <bdi dir="ltr">{address}</bdi>
        )}
        {told.length > 0 && <span>{told.join(' · ')}</span>}
      </td>
      <td className="small">
        <bdi dir="ltr">{target}</bdi>
      </td>
      <td className={styles.verdict}>
        {verdict && (
          <>
            <Verdict verdict={verdict} hasAddress={address !== ''} />
            {problems.length > 0 ? (
              <p>{problems.map(({ message }) => message).join(' ')}</p>
            ) : (
              verdict === 'kept' && hasBothCases(address, host) && <p>{t('import.row.case')}</p>
            )}
          </>
        )}
      </td>
    </tr>
  )
}

type Tone = 'good' | 'note' | 'plain' | 'bad'
const TONES: Partial<Record<ImportVerdict, Tone>> = { kept: 'good', new: 'note', same: 'plain' }
const ICONS = { good: IconCheck, note: IconInfoCircle, plain: IconMinus, bad: IconAlertTriangle }

function Verdict({ verdict, hasAddress }: { verdict: ImportVerdict; hasAddress: boolean }) {
  const { t } = useTranslation('bulk')
  const tone = TONES[verdict] ?? 'bad'
  const Icon = ICONS[tone]
  return (
    <b data-tone={tone}>
      <Icon size={15} stroke={1.9} aria-hidden />
      {verdict === 'new' && hasAddress ? t('import.verdict.new.fixed') : t(`import.verdict.${verdict}`)}
    </b>
  )
}

/** A path that ids would not tell from another: here it stays as printed. */
const hasBothCases = (address: string, host: string) => /[A-Z]/.test(address.slice(host.length))
