import { RULE_CONDITIONS, type RuleCondition, type RuleTickets } from '@scanleaf/shared'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/button'
import { TextField } from '../../ui/field/text-field'
import { Menu, MenuItem } from '../../ui/menu/menu'
import { useDropdown } from '../../ui/menu/use-dropdown'
import { ConditionFields } from './condition-fields'
import { CONDITION_ICONS } from './draft/condition-icons'
import { conditionsOf, type DraftRule, firstValue, without } from './draft/draft'
import { useRuleWords } from './draft/words'
import styles from './fields.module.css'
import { OutcomeFields } from './outcome-fields'

const MAX_NAME = 60

export interface RuleFieldsProps {
  rule: DraftRule
  /** Of the rules as they are stored. */
  tickets: RuleTickets
  /** Begins with the focus in its first empty address. */
  isFresh: boolean
  /** Local time of the code’s zone, `YYYY-MM-DDTHH:MM`. */
  now: string
  /** The message of a field of the rule. */
  errorOf: (field: string) => string | undefined
  /** @param field that is typed in; none for a step of its own */
  onChange: (rule: DraftRule, field?: string) => void
}

/** The fields of an open rule: its name, its conditions, where it leads. */
export function RuleFields({ rule, tickets, now, isFresh, errorOf, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('link-rules')
  const { usedText } = useRuleWords()
  return (
    <div>
      <TextField
        className={styles.name}
        label={t('name')}
        maxLength={MAX_NAME}
        error={errorOf('name')}
        value={rule.name}
        onChange={({ currentTarget }) => onChange({ ...rule, name: currentTarget.value }, 'name')}
      />
      {conditionsOf(rule.when).map((condition) => (
        <ConditionFields
          key={condition}
          condition={condition}
          when={rule.when}
          used={rule.id === undefined ? null : usedText(rule, tickets)}
          error={errorOf(`when.${condition}`)}
          onChange={(when, isTyped) => onChange({ ...rule, when }, isTyped ? `when.${condition}` : undefined)}
          onRemove={() => onChange({ ...rule, when: without(rule.when, condition) })}
        />
      ))}
      <div className={styles.more}>
        <AddCondition
          missing={RULE_CONDITIONS.filter((condition) => rule.when[condition] === undefined)}
          onAdd={(condition) => onChange({ ...rule, when: { ...rule.when, ...firstValue(condition, now) } })}
        />
      </div>
      <OutcomeFields
        outcome={rule.outcome}
        errorOf={(field) => errorOf(`outcome.${field}`)}
        startsInAddress={isFresh}
        onChange={(outcome, field) => onChange({ ...rule, outcome }, field && `outcome.${field}`)}
      />
    </div>
  )
}

interface AddConditionProps {
  missing: readonly RuleCondition[]
  onAdd: (condition: RuleCondition) => void
}

function AddCondition({ missing, onAdd }: AddConditionProps) {
  const { t } = useTranslation('link-rules')
  const menu = useDropdown()
  if (missing.length === 0) return null
  return (
    <div {...menu.rootProps}>
      <Button
        ref={menu.buttonRef}
        variant="default"
        size="sm"
        leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />}
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        onClick={menu.toggle}
      >
        {t('add-condition')}
      </Button>
      {menu.isOpen && (
        <Menu anchorRef={menu.buttonRef} label={t('add-condition')} onClose={menu.close}>
          {missing.map((condition) => {
            const Icon = CONDITION_ICONS[condition]
            return (
              <MenuItem
                key={condition}
                icon={<Icon size={17} stroke={1.7} aria-hidden />}
                onClick={() => {
                  menu.closeToButton()
                  onAdd(condition)
                }}
              >
                {t(`condition.${condition}`)}
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </div>
  )
}
