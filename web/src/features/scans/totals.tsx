import { daysBetween, formatNumber, languageOf, type Scans } from '@scanleaf/shared'
import IconArrowDownRight from '@tabler/icons-react/dist/esm/icons/IconArrowDownRight.mjs'
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import { dayName } from './labels'
import styles from './scans.module.css'

/** Scans and unique visitors of the days, against the days before; beside them the total of all time, if given. */
export function Figures({ scans, total }: { scans: Scans; total?: number }) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  const { soFar } = scans.before
  const before = { ...scans.before, ...soFar }
  const count = daysBetween(scans.before.from, scans.before.to) + 1
  const compared = (known: number) => t(soFar ? 'compared-so-far' : 'compared', { count, before: known })
  const exactDays = `${dayName(before.from)} – ${dayName(before.to)}`
  return (
    <dl className={styles.figures}>
      <Figure
        label={t('scans')}
        value={scans.scans}
        before={before.scans}
        compared={compared}
        exactDays={exactDays}
      />
      <Figure
        label={t('uniques')}
        value={scans.uniques}
        before={before.uniques}
        compared={compared}
        exactDays={exactDays}
      />
      {total !== undefined && (
        <div className={styles.number}>
          <dt>
            {t('total')}
            <span className={`gap-3 ${styles.live}`}>{t('live')}</span>
          </dt>
          <dd>
            <b aria-live="polite">{formatNumber(total, language)}</b>
            <small>{t(scans.codes ? 'total.all' : 'total.text')}</small>
          </dd>
        </div>
      )}
    </dl>
  )
}

interface FigureProps {
  label: string
  value: number
  before: number
  /** The reference of the comparison, in words. */
  compared: (before: number) => string
  /** The days of the reference, for who wants to know. */
  exactDays: string
}

function Figure({ label, value, before, compared, exactDays }: FigureProps) {
  const language = useLanguage()
  return (
    <div className={styles.number}>
      <dt>{label}</dt>
      <dd>
        <b>{formatNumber(value, language)}</b>
        <small title={exactDays}>
          <Change value={value} before={before} />
          {compared(before)}
        </small>
      </dd>
    </div>
  )
}

/** Nothing to compare with says nothing. */
function Change({ value, before }: { value: number; before: number }) {
  const language = useLanguage()
  if (before === 0) return null
  const change = (value - before) / before
  const text = new Intl.NumberFormat(languageOf(language).intl, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(change)
  const Arrow = change < 0 ? IconArrowDownRight : IconArrowUpRight
  return (
    <span className={`gap-2 ${styles.change}`} data-down={change < 0 || undefined}>
      {change !== 0 && <Arrow className="flip" size={14} stroke={2} aria-hidden />}
      <bdi>{text}</bdi>
    </span>
  )
}
