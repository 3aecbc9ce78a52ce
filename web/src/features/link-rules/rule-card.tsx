import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs'
import type { HTMLAttributes, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge/badge'
import { Switch } from '../../ui/switch/switch'
import styles from './card.module.css'
import { useRuleWords } from './draft/words'
import { RuleFields, type RuleFieldsProps } from './rule-fields'
import { type RuleAction, RuleMenu } from './rule-menu'
import { RuleSummary } from './rule-summary'
import { Unreached } from './unreached-note'
import { WeekScans } from './week-scans'

/** How many colours tell rules apart; the next one begins with the first again. */
const TONES = 6
export const toneOf = (place: number): number => place % TONES
/** The id by which focus comes back to a rule that was moved. */
export const ruleTitleId = (key: number): string => `rule-${key}`

export interface RuleCardProps extends RuleFieldsProps {
  place: number
  count: number
  isOpen: boolean
  isReadOnly: boolean
  isDragged: boolean
  /** Of the grip, by which it is dragged. */
  grip: HTMLAttributes<HTMLElement>
  /** The place of a rule above that takes all its visitors. */
  takenBy: number | null
  /** Scans of the last seven days; null where that is not known. */
  scans: number | null
  onToggle: () => void
  onAction: (action: RuleAction) => void
  /** To another place among the rules. */
  onMove: (from: number, to: number) => void
}

/** A rule: in short, or open with its fields. */
export function RuleCard(props: RuleCardProps) {
  const { rule, place, count, isOpen, isReadOnly, onToggle, onChange, onAction, onMove } = props
  const { t } = useTranslation('link-rules')
  const { ruleName, usedText } = useRuleWords()
  const name = ruleName(rule, place)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
    if (!event.altKey || step === undefined || isTyping || isReadOnly) return
    event.preventDefault()
    onAction(step < 0 ? 'up' : 'down')
  }

  return (
    <li
      className={styles.card}
      data-open={isOpen || undefined}
      data-tone={toneOf(place)}
      data-drag={props.isDragged || undefined}
      onKeyDown={onKeyDown}
    >
      <div className={`row gap-5 ${styles.head}`}>
        {!isReadOnly && (
          <span className={styles.grip} aria-hidden {...props.grip}>
            <IconGripVertical size={18} stroke={1.7} />
          </span>
        )}
        <span className={`centred ${styles.number}`} data-off={!rule.on || undefined} aria-hidden>
          {place + 1}
        </span>
        <button
          type="button"
          id={ruleTitleId(rule.key)}
          className={`row fill gap-4 ${styles.title}`}
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={onToggle}
        >
          <bdi className="clip">{name}</bdi>
          <IconChevronDown className={styles.chevron} size={16} stroke={1.7} aria-hidden />
        </button>
        {!rule.on && !isOpen && <Badge tone="plain">{t('off')}</Badge>}
        {!isOpen && props.scans !== null && <WeekScans scans={props.scans} />}
        {isOpen && (
          <Switch label={t('on')} hidesLabel isOn={rule.on} onChange={(on) => onChange({ ...rule, on })} />
        )}
        {!isReadOnly && <RuleMenu name={name} place={place} count={count} onAction={onAction} />}
      </div>
      {isOpen ? (
        <RuleFields {...props} />
      ) : (
        <div className={styles.summary}>
          <RuleSummary rule={rule} used={rule.id === undefined ? null : usedText(rule, props.tickets)} />
        </div>
      )}
      {props.takenBy !== null && (
        <Unreached place={place} above={props.takenBy} onMove={() => onMove(place, props.takenBy ?? 0)} />
      )}
    </li>
  )
}
