import type { ErrorCorrectionLevel } from '@scanleaf/qr'
import type { ScanReport } from '@scanleaf/qr/scan-check'
import { formatList } from '@scanleaf/shared'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import type { ScanCheckState } from '../../lib/qr/scan/use-scan-check'
import { HelpLink } from '../page/help-link'
import { numberFormat } from './number-format'
import styles from './scan-meter.module.css'

export interface ScanMeterProps {
  verdict: ScanCheckState
  /** Level of the drawn symbol. */
  level: ErrorCorrectionLevel
  /** Width of the logo in the width of the symbol, 0 to 1; null without a logo. */
  logoShare: number | null
  /** Under the reasons: what to do about them. */
  children?: ReactNode
}

const BARS = [1, 2, 3, 4, 5] as const

type Quality = 'good' | 'usable' | 'poor'

const qualityOf = ({ bars }: ScanReport): Quality => (bars === 5 ? 'good' : bars >= 3 ? 'usable' : 'poor')

/** The verdict in a word. */
export function QualityWord({ verdict }: { verdict: ScanCheckState }) {
  const word = useQualityWord(verdict)
  return (
    <span
      className={`muted ${styles.word}`}
      data-quality={verdict.report ? qualityOf(verdict.report) : undefined}
    >
      {word}
    </span>
  )
}

function useQualityWord({ state, report }: ScanCheckState): string {
  const { t } = useTranslation('design')
  if (state === 'failed') return t('quality.unknown')
  return report ? t(`quality.${qualityOf(report)}`) : t('quality.checking')
}

/** Five bars from the engine's scan check, in a word, and the problems of the design. */
export function ScanMeter({ verdict, level, logoShare, children }: ScanMeterProps) {
  const { t } = useTranslation('design')
  const { report, state } = verdict
  const quality = report && qualityOf(report)
  const word = useQualityWord(verdict)
  return (
    <div className={`stack gap-5 ${styles.root}`} data-busy={state === 'checking' || undefined}>
      <div className={`row wrap small ${styles.line}`}>
        <IconShieldCheck size={17} stroke={1.7} aria-hidden />
        <span className={styles.title}>{t('quality')}</span>
        <span className={styles.badge} data-quality={quality ?? undefined} role="status">
          {word}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter has one bar */}
      <div
        className={`gap-2 ${styles.bars}`}
        role="meter"
        aria-label={t('quality')}
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={report?.bars ?? 0}
        aria-valuetext={word}
        data-quality={quality ?? undefined}
      >
        {BARS.map((bar) => (
          <i key={bar} data-on={(report && bar <= report.bars) || undefined} />
        ))}
      </div>
      <MeterDetails report={report} level={level} logoShare={logoShare} />
      {report && !report.passes && <Reasons report={report} />}
      {report && !report.passes && <HelpLink slug="print-and-scan" />}
      {children}
    </div>
  )
}

function MeterDetails({
  report,
  level,
  logoShare,
}: { report: ScanReport | null } & Omit<ScanMeterProps, 'verdict'>) {
  const { t } = useTranslation('design')
  const language = useLanguage()
  const contrast = report && numberFormat(language, 1).format(Math.floor(report.findings.contrast * 10) / 10)
  return (
    <dl className={`gap-4 ${styles.facts}`}>
      <div>
        <dt>{t('fact.contrast')}</dt>
        <dd dir="ltr">{contrast === null ? '–' : `${contrast} : 1`}</dd>
      </div>
      <div>
        <dt>{t('fact.level')}</dt>
        <dd>{t('fact.level-value', { level })}</dd>
      </div>
      <div>
        <dt>{t('fact.logo')}</dt>
        <dd>
          {logoShare === null ? t('fact.no-logo') : numberFormat(language, 0, 'percent').format(logoShare)}
        </dd>
      </div>
    </dl>
  )
}

/** Why it does not pass: problems of the design, and conditions in which the decoders failed. */
function Reasons({ report }: { report: ScanReport }) {
  const { t } = useTranslation('design')
  const language = useLanguage()
  const conditions = formatList(
    report.failed.map((condition) => t(`unread.${condition}`)),
    language,
  )
  return (
    <ul className={`stack fine gap-2 ${styles.reasons}`}>
      {report.reasons.map((reason) => (
        <li key={reason}>{t(`reason.${reason}`)}</li>
      ))}
      {report.failed.length > 0 && <li>{t('unread', { conditions })}</li>}
    </ul>
  )
}
