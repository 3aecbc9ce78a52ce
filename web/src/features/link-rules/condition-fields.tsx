import { MAX_FIRST_SCANS, RULE_DEVICES, type RuleCondition, type RuleConditions } from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button/button'
import { Select } from '../../ui/field/select-field'
import { CONDITION_ICONS } from './draft/condition-icons'
import { COUNTRIES, VISITOR_LANGUAGES } from './draft/places'
import { DAYS, useRuleWords } from './draft/words'
import styles from './fields.module.css'

const MAX_HOURS = 4

export interface ConditionFieldsProps {
  condition: RuleCondition
  when: RuleConditions
  error: string | undefined
  /** How many of the first scans are used; null where the rule is not saved. */
  used: string | null
  /** @param isTyped one step with what was typed before */
  onChange: (when: RuleConditions, isTyped?: boolean) => void
  onRemove: () => void
}

/** One condition of a rule as a line that reads like a sentence: its name, its values, the way to remove it. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { condition, when, error, used, onChange, onRemove } = props
  const { t } = useTranslation('link-rules')
  const id = useId()
  const Icon = CONDITION_ICONS[condition]
  const label = t(`condition.${condition}`)
  return (
    <fieldset
      className={styles.line}
      aria-describedby={error === undefined ? undefined : id}
      data-invalid={error === undefined ? undefined : ''}
    >
      <legend className="visually-hidden">{label}</legend>
      <span className={`row small gap-4 ${styles.label}`} aria-hidden>
        <Icon size={16} stroke={1.7} />
        {label}
      </span>
      <div className={styles.value}>
        <Values
          condition={condition}
          when={when}
          used={used}
          isInvalid={error !== undefined}
          onChange={onChange}
        />
        {error !== undefined && (
          <p id={id} className={`fine ${styles.error}`}>
            {error}
          </p>
        )}
      </div>
      <IconButton
        className={styles.remove}
        size={32}
        aria-label={t('remove-condition', { condition: label })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.7} aria-hidden />
      </IconButton>
    </fieldset>
  )
}

interface ValuesProps extends Pick<ConditionFieldsProps, 'condition' | 'when' | 'used' | 'onChange'> {
  isInvalid: boolean
}

function Values({ condition, when, used, isInvalid, onChange }: ValuesProps) {
  const { t } = useTranslation('link-rules')
  const { dayName, deviceName, countryName, languageName } = useRuleWords()
  switch (condition) {
    case 'from':
    case 'until':
      return (
        <input
          type="datetime-local"
          className={`${styles.input} ${styles.moment}`}
          aria-label={t(`condition.${condition}`)}
          aria-invalid={isInvalid || undefined}
          min="2000-01-01T00:00"
          max="2999-12-31T23:59"
          value={when[condition] ?? ''}
          onChange={({ currentTarget }) => onChange({ ...when, [condition]: currentTarget.value }, true)}
        />
      )
    case 'days':
      return (
        <Toggles
          isEven
          values={DAYS}
          chosen={when.days ?? []}
          nameOf={dayName}
          onChange={(days) => onChange({ ...when, days })}
        />
      )
    case 'hours':
      return <Hours when={when} isInvalid={isInvalid} onChange={onChange} />
    case 'devices':
      return (
        <>
          <Toggles
            values={RULE_DEVICES}
            chosen={when.devices ?? []}
            nameOf={deviceName}
            onChange={(devices) => onChange({ ...when, devices })}
          />
          {when.devices?.includes('ios') && <p className="fine muted">{t('devices.note')}</p>}
        </>
      )
    case 'languages':
      return (
        <Chips
          values={VISITOR_LANGUAGES}
          chosen={when.languages ?? []}
          nameOf={languageName}
          addLabel={t('languages.add')}
          isInvalid={isInvalid}
          onChange={(languages) => onChange({ ...when, languages })}
        />
      )
    case 'countries':
      return (
        <Chips
          values={COUNTRIES}
          chosen={when.countries ?? []}
          nameOf={countryName}
          addLabel={t('countries.add')}
          isInvalid={isInvalid}
          onChange={(countries) => onChange({ ...when, countries })}
        />
      )
    case 'first':
      return (
        <>
          <div className="row wrap gap-5">
            <input
              type="number"
              inputMode="numeric"
              className={`${styles.input} ${styles.count}`}
              aria-label={t('first.count')}
              aria-invalid={isInvalid || undefined}
              min={1}
              max={MAX_FIRST_SCANS}
              value={when.first || ''}
              onChange={({ currentTarget }) =>
                onChange({ ...when, first: currentTarget.valueAsNumber }, true)
              }
            />
            {used !== null && <span className="small muted">{used}</span>}
          </div>
          <p className={`fine muted ${styles.note}`}>{t('first.hint')}</p>
        </>
      )
  }
}

interface ChoiceProps<Value> {
  /** All as wide as each other on a phone. */
  isEven?: boolean
  values: readonly Value[]
  chosen: readonly Value[]
  nameOf: (value: Value) => string
  onChange: (chosen: Value[]) => void
}

/** Few values, each of which is pressed in or not. */
function Toggles<Value extends string | number>(props: ChoiceProps<Value>) {
  const { isEven, values, chosen, nameOf, onChange } = props
  const toggle = (value: Value) =>
    onChange(values.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each))))
  return (
    <div className={styles.toggles} data-even={isEven}>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          className={`small ${styles.toggle}`}
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
        >
          {nameOf(value)}
        </button>
      ))}
    </div>
  )
}

interface ChipsProps extends ChoiceProps<string> {
  addLabel: string
  isInvalid: boolean
}

/** Some of many values: those that are chosen, and a list of the others. */
function Chips({ values, chosen, nameOf, addLabel, isInvalid, onChange }: ChipsProps) {
  const { t } = useTranslation('link-rules')
  const others = values
    .filter((value) => !chosen.includes(value))
    .map((value) => ({ value, name: nameOf(value) }))
    .sort((a, b) => a.name.localeCompare(b.name))
  return (
    <div className={styles.toggles}>
      {chosen.map((value) => (
        <span key={value} className={`row small gap-2 ${styles.chip}`}>
          <bdi>{nameOf(value)}</bdi>
          <IconButton
            size={24}
            aria-label={t('remove', { what: nameOf(value) })}
            onClick={() => onChange(chosen.filter((each) => each !== value))}
          >
            <IconX size={14} stroke={1.7} aria-hidden />
          </IconButton>
        </span>
      ))}
      <Select
        isSmall
        className={styles.add}
        aria-label={addLabel}
        aria-invalid={isInvalid || undefined}
        value=""
        onChange={({ currentTarget }) => onChange([...chosen, currentTarget.value])}
      >
        <option value="">{addLabel}</option>
        {others.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

type HoursProps = Omit<ValuesProps, 'condition' | 'used'>

function Hours({ when, isInvalid, onChange }: HoursProps): ReactNode {
  const { t } = useTranslation('link-rules')
  const hours = when.hours ?? []
  const put = (place: number, range: [string, string]) =>
    onChange({ ...when, hours: hours.map((each, index) => (index === place ? range : each)) }, true)
  const hasNight = hours.some(([from, until]) => until !== '' && from > until)
  return (
    <div className={`row wrap gap-4 ${styles.hours}`}>
      {hours.map(([from, until], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a range is known by its place alone
        <div key={place} className={`row gap-4 ${styles.range}`} dir="ltr">
          <input
            type="time"
            className={styles.input}
            aria-label={t('hours.start')}
            aria-invalid={isInvalid || undefined}
            value={from}
            onChange={({ currentTarget }) => put(place, [currentTarget.value, until])}
          />
          <span className="muted" aria-hidden>
            –
          </span>
          <input
            type="time"
            className={styles.input}
            aria-label={t('hours.end')}
            aria-invalid={isInvalid || undefined}
            value={until}
            onChange={({ currentTarget }) => put(place, [from, currentTarget.value])}
          />
          {hours.length > 1 && (
            <IconButton
              size={32}
              aria-label={t('remove', { what: `${from}–${until}` })}
              onClick={() => onChange({ ...when, hours: hours.filter((_, index) => index !== place) })}
            >
              <IconX size={16} stroke={1.7} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {hours.length < MAX_HOURS && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />}
          onClick={() => onChange({ ...when, hours: [...hours, ['17:00', '22:00']] })}
        >
          {t('hours.add')}
        </Button>
      )}
      {hasNight && <p className="fine muted">{t('hours.night')}</p>}
    </div>
  )
}
