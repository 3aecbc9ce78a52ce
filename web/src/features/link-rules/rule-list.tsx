import type { RuleTickets } from '@scanleaf/shared'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconArrowsSplit2 from '@tabler/icons-react/dist/esm/icons/IconArrowsSplit2.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { websiteOf } from '../../lib/stored-content'
import { Button } from '../../ui/button/button'
import { Card } from '../../ui/card/card'
import { SelectField } from '../../ui/field/select-field'
import { useDragOrder } from '../../ui/list/use-drag-order'
import { EmptyState } from '../../ui/state/empty-state'
import { Tile } from '../../ui/tile/tile'
import { weekQuery } from './api'
import { localNow, zoneOf } from './bench/tried-draft'
import { type Draft, type DraftRule, moved, newRule, numbersOf } from './draft/draft'
import { useRuleWords } from './draft/words'
import { ZONES } from './draft/zones'
import styles from './editor.module.css'
import { PassedFields } from './passed-fields'
import { RuleCard, ruleTitleId } from './rule-card'
import type { RuleAction } from './rule-menu'
import { Address } from './rule-summary'
import type { RuledCode } from './rules-head'
import { takenBy } from './unreached'
import { WeekScans } from './week-scans'

export const MAX_RULES = 20

/** The rule whose fields are open, and the one that begins with the focus in its address. */
export interface OpenKeys {
  open: number | null
  fresh: number | null
}

export interface RuleListProps {
  code: RuledCode
  draft: Draft
  /** Of the rules as they are stored. */
  tickets: RuleTickets
  isReadOnly: boolean
  isSaving: boolean
  openKeys: OpenKeys
  setOpenKeys: (keys: OpenKeys) => void
  errorOf: (place: number, field: string) => string | undefined
  /** @param field that is typed in, of the rule in a place; none for a step of its own */
  onChange: (draft: Draft, field?: string, place?: number) => void
  /** Begins with the first template. */
  onStart: () => void
}

/** The rules from the top, and under them where all others get. */
export function RuleList(props: RuleListProps) {
  const { code, draft, isReadOnly, isSaving, openKeys, setOpenKeys, errorOf, onChange, onStart } = props
  const { t } = useTranslation('link-rules')
  const { ruleName } = useRuleWords()
  const [announced, setAnnounced] = useState('')
  const focusAfter = useRef<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const drag = useDragOrder(list, (from, to) => move(from, to, 'order'))
  // A node that is moved loses the focus.
  useLayoutEffect(() => {
    if (focusAfter.current === null) return
    document.getElementById(focusAfter.current)?.focus()
    focusAfter.current = null
  })
  const { rules } = draft
  const now = localNow(zoneOf(draft))
  const { data: week } = useQuery(weekQuery(code.id, zoneOf(draft)))
  const scansOf = (numbers: readonly number[]): number | null =>
    week && numbers.length > 0 ? numbers.reduce((sum, n) => sum + (week.get(n) ?? 0), 0) : null
  const ownScans = scansOf([0])

  /** @param field of steps that are taken back as one */
  function move(from: number, to: number, field?: string) {
    const rule = rules[from]
    if (!rule || from === to || to < 0 || to >= rules.length) return
    onChange({ ...draft, rules: moved(rules, from, to) }, field, rule.key)
    focusAfter.current = ruleTitleId(rule.key)
    setAnnounced(t('moved', { name: ruleName(rule, from), number: to + 1 }))
  }

  function act(action: RuleAction, place: number) {
    const rule = rules[place]
    if (!rule) return
    if (action === 'up') move(place, place - 1)
    if (action === 'down') move(place, place + 1)
    if (action === 'delete') {
      const rest = rules.filter((_, at) => at !== place)
      const next = rest[place] ?? rest.at(-1)
      onChange({ ...draft, rules: rest })
      focusAfter.current = next ? ruleTitleId(next.key) : ADD_ID
    }
    if (action === 'duplicate')
      add({ ...newRule(rule.when, rule.outcome, rule.name), on: rule.on }, place + 1)
  }

  function add(rule: DraftRule, place = rules.length) {
    onChange({ ...draft, rules: [...rules.slice(0, place), rule, ...rules.slice(place)] })
    setOpenKeys({ open: rule.key, fresh: rule.key })
  }

  return (
    <Card aria-labelledby="rules-list" isList>
      <div className={`row wrap gap-6 ${styles.listHead}`}>
        <div className="fill">
          <h2 id="rules-list">{t('heading')}</h2>
          <p className="small muted">{t('intro')}</p>
        </div>
        <SelectField
          label={t('zone')}
          hidesLabel
          disabled={isReadOnly}
          value={draft.zone}
          onChange={({ currentTarget }) => onChange({ ...draft, zone: currentTarget.value })}
        >
          {[...new Set([draft.zone, ...ZONES])].sort().map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      </div>
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      <fieldset disabled={isReadOnly || isSaving}>
        {rules.length === 0 && (
          <EmptyState
            title={t('none.title')}
            text={t('none.text')}
            illustration={
              <Tile size={48}>
                <IconArrowsSplit2 size={24} stroke={1.7} />
              </Tile>
            }
            action={!isReadOnly && <Button onClick={onStart}>{t('none.start')}</Button>}
          />
        )}
        <ol ref={list} className={styles.rules}>
          {rules.map((rule, place) => (
            <RuleCard
              key={rule.key}
              rule={rule}
              tickets={props.tickets}
              place={place}
              count={rules.length}
              isOpen={openKeys.open === rule.key}
              isFresh={openKeys.fresh === rule.key}
              isReadOnly={isReadOnly}
              isDragged={drag.isDragged(place)}
              grip={drag.gripOf(place)}
              takenBy={takenBy(rules, place)}
              scans={scansOf(numbersOf(rule.outcome))}
              now={now}
              errorOf={(field) => errorOf(place, field)}
              onToggle={() =>
                setOpenKeys({ open: openKeys.open === rule.key ? null : rule.key, fresh: openKeys.fresh })
              }
              onChange={(next, field) =>
                onChange(
                  { ...draft, rules: rules.map((each) => (each.key === rule.key ? next : each)) },
                  field,
                  place,
                )
              }
              onAction={(action) => act(action, place)}
              onMove={move}
            />
          ))}
        </ol>
        {!isReadOnly && rules.length < MAX_RULES && (
          <div className={styles.addRow}>
            <button
              type="button"
              id={ADD_ID}
              className={`row gap-4 ${styles.addRule}`}
              onClick={() => add(newRule({}, { to: { url: '' } }))}
            >
              <IconPlus size={16} stroke={1.7} aria-hidden />
              {t('add')}
            </button>
          </div>
        )}
      </fieldset>
      <div className={`row wrap gap-5 ${styles.else}`}>
        <span className={`fine ${styles.elseBadge}`}>{t('else')}</span>
        <p className="row small gap-3 fill">
          <IconArrowRight className="flip" size={15} stroke={1.7} aria-hidden />
          <Address url={websiteOf(code) ?? ''} />
        </p>
        {ownScans !== null && <WeekScans scans={ownScans} />}
        {!isReadOnly && (
          <Link className="small" to="/dynamic-codes" search={{ code: code.id }}>
            {t('else.edit')}
          </Link>
        )}
      </div>
      <PassedFields
        names={draft.pass}
        isReadOnly={isReadOnly || isSaving}
        onChange={(pass) => onChange({ ...draft, pass })}
      />
    </Card>
  )
}

const ADD_ID = 'add-rule'
