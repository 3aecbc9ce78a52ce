import { formatNumber } from '@scanleaf/shared'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../lib/i18n/i18n'
import type { Import } from '../api'
import styles from './dry-run.module.css'
import { countOf, GROUPS, type Group } from './verdict-groups'

const ICONS: Record<Group, ComponentType<{ size: number; stroke: number; 'aria-hidden': boolean }> | null> = {
  all: null,
  kept: IconCheck,
  new: IconInfoCircle,
  same: null,
  review: IconAlertTriangle,
}

export interface VerdictCountsProps {
  item: Import
  group: Group
  onGroup: (group: Group) => void
}

/** How many rows have which verdict; each number is the filter of its rows. */
export function VerdictCounts({ item, group, onGroup }: VerdictCountsProps) {
  const { t } = useTranslation('bulk')
  const language = useLanguage()
  const shown = GROUPS.filter((each) => each !== 'new' || countOf(item, each) > 0)
  return (
    <div className={`gap-6 ${styles.counts}`} data-groups={shown.length}>
      {shown.map((each) => {
        const Icon = ICONS[each]
        const count = countOf(item, each)
        return (
          <button
            key={each}
            type="button"
            className={`stack ${styles.count}`}
            data-group={count > 0 ? each : undefined}
            aria-pressed={each === group}
            onClick={() => onGroup(each)}
          >
            <b>{formatNumber(count, language)}</b>
            <span>
              {Icon && <Icon size={16} stroke={1.7} aria-hidden />}
              {t(`import.group.${each}`)}
            </span>
          </button>
        )
      })}
    </div>
  )
}
