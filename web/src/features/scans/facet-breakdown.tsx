import { formatNumber, languageOf, type ScanDimension, type ScanShare, scanValueName } from '@scanleaf/shared'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n/i18n'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { ProgressBar } from '../../ui/progress/progress-bar'
import styles from './scans.module.css'
import type { ScansSearch } from './search'

const FIRST = 5

export interface BreakdownProps {
  title: string
  dimension: ScanDimension | 'code'
  shares: readonly (ScanShare & { name?: string; isDeleted?: boolean })[]
  scans: number
  /** The period, which a code's own statistics take over. */
  search?: ScansSearch
}

/** The values of one dimension with their share of all scans; a bar for the eye, numbers for everybody. */
export function Breakdown({ title, dimension, shares, scans, search = {} }: BreakdownProps) {
  const { t } = useTranslation('scans')
  const language = useLanguage()
  const [isWhole, setWhole] = useState(false)
  const percent = new Intl.NumberFormat(languageOf(language).intl, {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  const shown = isWhole ? shares : shares.slice(0, FIRST)
  return (
    <Card className={styles.breakdown}>
      <h2>{title}</h2>
      <ol>
        {shown.map(({ value, name, isDeleted, ...counts }) => (
          <li key={value} className={styles.share}>
            <span className={`clip ${styles.shareName}`}>
              {isDeleted === false ? (
                <Link to="/dynamic-codes/$id/scans" params={{ id: value }} search={search}>
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name || scanValueName(dimension, value, language, (key) => t(key as never))}</bdi>
              )}
            </span>
            <span className={`muted gap-4 ${styles.shareCount}`}>
              <b className={styles.shareNumber}>{formatNumber(counts.scans, language)}</b>
              <span>{percent.format(counts.scans / scans)}</span>
            </span>
            <ProgressBar max={scans} value={counts.scans} aria-hidden="true" />
          </li>
        ))}
      </ol>
      {shares.length > FIRST && (
        <Button variant="subtle" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('less') : t('more', { count: shares.length - FIRST })}
        </Button>
      )}
    </Card>
  )
}
