import { NAMED_PERIODS, type NamedPeriod } from '@scanleaf/shared'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import { Menu, MenuItem } from '../../ui/menu/menu'
import { useDropdown } from '../../ui/menu/use-dropdown'
import { SegmentedControl } from '../../ui/segmented-control/segmented-control'
import type { CodeId } from './api'
import { FilesMenu } from './files-menu'
import { dayName } from './labels'
import { type ShownRange, unitsOf } from './range'
import styles from './scans.module.css'
import { PRESETS, type Preset, type ScansSearch } from './search'

const loadDaysPicker = () => import('./days-picker')
const DaysPicker = lazy(async () => ({ default: (await loadDaysPicker()).DaysPicker }))

export interface RangeBarProps {
  codeId: CodeId
  range: ShownRange
  onChange: (search: ScansSearch) => void
}

/** Which days, in which steps, and what of them is a file. */
export function RangeBar({ codeId, range, onChange }: RangeBarProps) {
  const { t } = useTranslation('scans')
  const { from, to, unit, preset, period } = range
  const units = unitsOf(from, to)
  return (
    <div className={`row wrap ${styles.rangeBar}`}>
      <SegmentedControl
        label={t('range.label')}
        options={[
          ...PRESETS.map((days) => ({ value: `${days}`, label: t('range.days', { count: days }) })),
          { value: 'own', label: t('range.own') },
        ]}
        value={period ?? (preset === null ? 'own' : `${preset}`)}
        onChange={(value) => onChange(value === 'own' ? { from, to } : { days: Number(value) as Preset })}
      />
      {period !== 'last-week' && (
        <Button variant="default" onClick={() => onChange({ period: 'last-week' })}>
          {t('range.last-week')}
        </Button>
      )}
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
      <FilesMenu codeId={codeId} from={from} to={to} />
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
  const { isOpen, toggle, close, closeToButton, buttonRef, rootProps } = useDropdown()
  return (
    <div {...rootProps}>
      <Button
        variant="default"
        fullWidth
        ref={buttonRef}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
        onClick={toggle}
      >
        {t(period === null ? 'range.calendar' : `range.${period}`)}
      </Button>
      {isOpen && (
        <Menu anchorRef={buttonRef} label={t('range.calendar')} onClose={close}>
          {NAMED_PERIODS.map((name) => (
            <MenuItem
              key={name}
              icon={<IconCheck className={styles.tick} size={16} stroke={2} aria-hidden />}
              isChosen={name === period}
              onClick={() => {
                closeToButton()
                onChange({ period: name })
              }}
            >
              {t(`range.${name}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}

interface OwnDaysProps {
  from: string
  to: string
  onChange: (search: ScansSearch) => void
}

function OwnDays({ from, to, onChange }: OwnDaysProps) {
  const panel = useDropdown()
  return (
    <div {...panel.rootProps}>
      <Button
        variant="default"
        ref={panel.buttonRef}
        aria-haspopup="dialog"
        aria-expanded={panel.isOpen}
        leftSection={<IconCalendar size={17} stroke={1.7} aria-hidden />}
        onPointerEnter={() => void loadDaysPicker()}
        onClick={panel.toggle}
      >
        <bdi dir="ltr">{from === to ? dayName(from) : `${dayName(from)} – ${dayName(to)}`}</bdi>
      </Button>
      {panel.isOpen && (
        <Suspense>
          <DaysPicker
            anchorRef={panel.buttonRef}
            from={from}
            to={to}
            onChoose={(first, last) => {
              panel.closeToButton()
              onChange({ from: first, to: last })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
