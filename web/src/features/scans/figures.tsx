import { formatNumber, languageOf, type Scans } from '@scanleaf/shared'
import IconArrowDownRight from '@tabler/icons-react/dist/esm/icons/IconArrowDownRight.mjs'
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n'
import { dayName } from './names'
import styles from './scans.module.css'

/** Scans and unique visitors of the days, against the days before; beside them the total of all time, if given. */
export function Figures({ scans, total }: { scans: Scans; total?: number }) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  const { from, to } = scans.before
  const days = { from: dayName(from), to: dayName(to) }
  return (
    <dl className={styles.figures}>
      <Figure label={t('scans')} value={scans.scans} before={scans.before.scans} days={days} />
      <Figure label={t('uniques')} value={scans.uniques} before={scans.before.uniques} days={days} />
      {total !== undefined && (
        <div className={styles.number}>
          <dt>
            {t('total')}
            <span className={styles.live}>{t('live')}</span>
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
  days: { from: string; to: string }
}

function Figure({ label, value, before, days }: FigureProps) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  return (
    <div className={styles.number}>
      <dt>{label}</dt>
      <dd>
        <b>{formatNumber(value, language)}</b>
        <small>
          <Change value={value} before={before} />
          {t('compared', { ...days, before })}
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
    <span className={styles.change} data-down={change < 0 || undefined}>
      {change !== 0 && <Arrow className="flip" size={14} stroke={2} aria-hidden />}
      <bdi>{text}</bdi>
    </span>
  )
}
