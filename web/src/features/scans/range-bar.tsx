import { addDays, MAX_DAYS, NAMED_PERIODS, type NamedPeriod } from '@scanleaf/shared'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../lib/api/download'
import { Button } from '../../ui/button/button'
import { SegmentedControl } from '../../ui/segmented-control/segmented-control'
import { showToast } from '../../ui/toast/toasts'
import { type CodeId, fetchCsv } from './api'
import { type ShownRange, today, unitsOf } from './range'
import styles from './scans.module.css'
import { PRESETS, type Preset, type ScansSearch } from './search'

export interface RangeBarProps {
  codeId: CodeId
  range: ShownRange
  onChange: (search: ScansSearch) => void
}

/** Which days, in which steps, and the log of them as a file. */
export function RangeBar({ codeId, range, onChange }: RangeBarProps) {
  const { t } = useTranslation('scans')
  const { from, to, unit, preset, period } = range
  const units = unitsOf(from, to)
  return (
    <div className={styles.rangeBar}>
      <SegmentedControl
        label={t('range.label')}
        options={[
          ...PRESETS.map((days) => ({ value: `${days}`, label: t('range.days', { count: days }) })),
          { value: 'own', label: t('range.own') },
        ]}
        value={period ?? (preset === null ? 'own' : `${preset}`)}
        onChange={(value) => onChange(value === 'own' ? { from, to } : { days: Number(value) as Preset })}
      />
      <CalendarPeriod period={period} onChange={onChange} />
      {preset === null && period === null && <OwnDays from={from} to={to} onChange={onChange} />}
      {units.length > 1 && (
        <SegmentedControl
          label={t('unit.label')}
          options={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
          value={unit}
          onChange={(value) =>
            onChange({ ...(period ? { period } : preset ? { days: preset } : { from, to }), unit: value })
          }
        />
      )}
      <CsvButton codeId={codeId} from={from} to={to} />
    </div>
  )
}

interface CalendarPeriodProps {
  period: NamedPeriod | null
  onChange: (search: ScansSearch) => void
}

/** Weeks and months by their names. */
function CalendarPeriod({ period, onChange }: CalendarPeriodProps) {
  const { t } = useTranslation('scans')
  return (
    <select
      className={styles.date}
      aria-label={t('range.calendar')}
      value={period ?? ''}
      onChange={(event) => onChange({ period: event.currentTarget.value as NamedPeriod })}
    >
      <option value="" disabled>
        {t('range.calendar')}
      </option>
      {NAMED_PERIODS.map((name) => (
        <option key={name} value={name}>
          {t(`range.${name}`)}
        </option>
      ))}
    </select>
  )
}

interface OwnDaysProps {
  from: string
  to: string
  onChange: (search: ScansSearch) => void
}

function OwnDays({ from, to, onChange }: OwnDaysProps) {
  const { t } = useTranslation('scans')
  const id = useId()
  return (
    <div className={styles.ownDays}>
      <label htmlFor={`${id}-from`}>{t('range.from')}</label>
      <input
        id={`${id}-from`}
        type="date"
        className={styles.date}
        value={from}
        min={addDays(to, 1 - MAX_DAYS.month)}
        max={to}
        onChange={(event) =>
          event.target.validity.valid && event.target.value && onChange({ from: event.target.value, to })
        }
      />
      <label htmlFor={`${id}-to`}>{t('range.to')}</label>
      <input
        id={`${id}-to`}
        type="date"
        className={styles.date}
        value={to}
        min={from}
        max={today()}
        onChange={(event) =>
          event.target.validity.valid && event.target.value && onChange({ from, to: event.target.value })
        }
      />
    </div>
  )
}

function CsvButton({ codeId, from, to }: { codeId: CodeId; from: string; to: string }) {
  const { t } = useTranslation('scans')
  const download = useMutation({
    mutationFn: () => fetchCsv(codeId, { from, to }),
    onSuccess: (file) => saveFile(file, `scans-${from}-${to}.csv`),
    onError: () => showToast({ kind: 'error', title: t('csv.failed') }),
  })
  return (
    <Button
      variant="default"
      className={styles.csv ?? ''}
      loading={download.isPending}
      leftSection={<IconDownload size={17} stroke={1.7} aria-hidden />}
      onClick={() => download.mutate()}
    >
      {t('csv')}
    </Button>
  )
}
