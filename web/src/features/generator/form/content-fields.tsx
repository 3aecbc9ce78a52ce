import {
  byteLength,
  type ContentField as ContentFieldRule,
  cleanTyped,
  contentTypes,
  type FieldKind,
} from '@scanleaf/qr'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import type { TFunction } from 'i18next'
import { type HTMLInputTypeAttribute, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { Disclosure } from '../../../ui/disclosure/disclosure'
import { AddressNote } from '../../../ui/field/address-note'
import { CampaignFields } from '../../../ui/field/campaign-fields'
import { Switch } from '../../../ui/switch/switch'
import type { Content } from '../state/draft'
import type { FormType } from '../state/tabs'
import type { DraftErrors } from '../state/validate-draft'
import { BankField } from './bank-field'
import { DraftField, DraftSelectField, TextArea } from './field'
import fieldStyles from './field.module.css'
import { FIELD_GROUPS, type FieldGroup, type FieldLayout } from './field-layout'
import styles from './fields.module.css'
import { PhoneNote } from './phone-note'
import { PictureField } from './picture-field'
import { SecretField } from './secret-field'
import { SpaceNote } from './space-note'
import { SwapNote } from './swap-note'

export interface ContentFieldsProps {
  type: FormType
  content: Content
  errors: DraftErrors
  onChange: (content: Content) => void
  /** A field was left. */
  onLeave: (field: string) => void
}

/** The fields of a content type. */
export function ContentFields({ type, content, errors, onChange, onLeave }: ContentFieldsProps) {
  const { t } = useTranslation('generator')
  /** The content as it will be stored, where a field that was left changes others. */
  const settle = (next: Content): Content => {
    const all = { ...next, ...contentTypes[type].settle(next) }
    return Object.entries(all).every(([name, text]) => (content[name] ?? '') === text) ? content : all
  }
  const rules = new Map<string, ContentFieldRule>(contentTypes[type].fields.map((rule) => [rule.name, rule]))
  // As it will be stored: what is not typed yet is empty, a choice its first value.
  const cleaned = contentTypes[type].clean(content)
  const groups: readonly FieldGroup[] = FIELD_GROUPS[type]
  return groups.map(({ title, isFolded = false, fields }) => (
    <Group
      key={title ?? type}
      title={title && t(title)}
      isFolded={isFolded}
      isNeeded={fields.some(({ name }) => errors[name] !== undefined)}
      isFilled={fields.some(({ name }) => (content[name] ?? '') !== '')}
    >
      <div className={styles.grid}>
        {fields.map((look) => {
          const rule = rules.get(look.name)
          if (!rule || rule.applies?.(cleaned) === false) return null
          return (
            <div key={look.name} className={look.isWide ? styles.wide : undefined}>
              <ContentField
                look={look}
                rule={rule}
                value={content[look.name] ?? ''}
                error={errors[look.name]}
                isDay={look.isDay === true || content['isAllDay'] === 'true'}
                onChange={(value) => onChange({ ...content, [look.name]: value })}
                onSettle={(value) => {
                  const settled = settle({ ...content, [look.name]: value })
                  if (settled !== content) onChange(settled)
                }}
                onLeave={() => onLeave(look.name)}
              />
            </div>
          )
        })}
      </div>
      {type === 'Place' && <SwapNote content={content} onSwap={onChange} />}
    </Group>
  ))
}

interface GroupProps {
  title: string | undefined
  isFolded: boolean
  /** One of its fields is wrong: it cannot be closed. */
  isNeeded: boolean
  /** One of its fields has a value when the form is opened. */
  isFilled: boolean
  children: ReactNode
}

/** Fields that belong together; those that are rarely filled are folded, so that the main button stays in reach. */
function Group({ title, isFolded, isNeeded, isFilled, children }: GroupProps) {
  const [isOpen, setIsOpen] = useState(isFilled)
  if (!isFolded)
    return (
      <fieldset>
        {title && <legend className={styles.title}>{title}</legend>}
        {children}
      </fieldset>
    )
  return (
    <Disclosure
      look="row"
      title={title}
      isOpen={isOpen || isNeeded}
      onToggle={setIsOpen}
      className={styles.folded}
    >
      {children}
    </Disclosure>
  )
}

interface ContentFieldProps {
  look: FieldLayout
  rule: ContentFieldRule
  value: string
  error: string | undefined
  /** A moment is a day. */
  isDay: boolean
  onChange: (value: string) => void
  /** The field was left, with its cleaned value. */
  onSettle: (value: string) => void
  onLeave: () => void
}

const INPUT_TYPES = { url: 'text', email: 'email', phone: 'tel' } as const satisfies Partial<
  Record<FieldKind, HTMLInputTypeAttribute>
>

/** How much of the room of a short field is used. */
function bytesUsed(
  t: TFunction<'generator'>,
  { maxBytes }: ContentFieldRule,
  value: string,
): string | undefined {
  if (maxBytes === undefined || value === '') return undefined
  return t('bytes-used', { used: byteLength(value), max: maxBytes })
}

/** The same of a text of which each character is one byte. */
const charactersUsed = (t: TFunction<'generator'>, { maxBytes }: ContentFieldRule, written: string) =>
  maxBytes === undefined || written === ''
    ? undefined
    : t('characters-used', { used: written.length, max: maxBytes })

function ContentField({ look, rule, value, error, isDay, onChange, onSettle, onLeave }: ContentFieldProps) {
  const { t } = useTranslation(['generator', 'content-types'])
  const { kind, name, choices = [] } = rule
  const common = {
    name,
    label: t(`content-types:field.${rule.label ?? name}`),
    required: rule.isRequired,
    error,
    value,
    autoComplete: look.autoComplete ?? 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onBlur: () => {
      onSettle(cleanTyped(rule, value))
      onLeave()
    },
  }
  if (kind === 'flag') {
    return (
      <Switch
        label={common.label}
        {...(look.hint && { hint: t(look.hint) })}
        isOn={value === 'true'}
        onChange={(isOn) => onChange(isOn ? 'true' : '')}
      />
    )
  }
  if (kind === 'multiline') return <TextArea {...common} />
  const spaces = <SpaceNote value={value} onUse={onChange} />
  if (kind === 'password') return <SecretField {...common} note={spaces} />
  if (kind === 'choice') {
    return (
      <DraftSelectField {...common} required={false} value={value || choices[0]}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`content-types:choice.${name}.${choice}`)}
          </option>
        ))}
      </DraftSelectField>
    )
  }
  if (kind === 'bank') return <BankField {...common} onChoose={onSettle} onBlur={common.onBlur} />
  if (kind === 'moment') {
    return (
      <DraftField
        {...common}
        type={isDay ? 'date' : 'datetime-local'}
        value={value.slice(0, isDay ? 10 : 16)}
      />
    )
  }
  if (kind === 'verbatim') {
    return (
      <>
        <TextArea {...common} spellCheck={false} autoCapitalize="none" />
        <PictureField onRead={onSettle} />
      </>
    )
  }
  if (kind === 'line') {
    const written = cleanTyped(rule, value)
    return (
      <DraftField
        {...common}
        {...(look.isLtr && { dir: 'ltr' as const, spellCheck: false, autoCapitalize: 'none' })}
        placeholder={look.placeholder}
        count={charactersUsed(t, rule, written)}
        note={
          look.isPaymentText && written !== '' && written !== value ? (
            <p className={`fine muted ${fieldStyles.hint}`}>
              {t('payment-text.written', { text: bidiIsolate(written) })}
            </p>
          ) : (
            look.hint && <p className={`fine muted ${fieldStyles.hint}`}>{t(look.hint)}</p>
          )
        }
      />
    )
  }
  if (kind === 'spaced-line')
    return <DraftField {...common} count={bytesUsed(t, rule, value)} note={spaces} />
  return (
    <DraftField
      {...common}
      dir="ltr"
      // An address is not an input of type url: the browser would not take one without http://.
      type={INPUT_TYPES[kind]}
      inputMode={kind === 'url' ? 'url' : undefined}
      placeholder={look.placeholder}
      autoCapitalize="none"
      spellCheck={false}
      note={
        kind === 'url' ? (
          <>
            <AddressNote typed={value} />
            {look.name === 'content' && <CampaignFields address={value} onChange={onChange} />}
          </>
        ) : (
          kind === 'phone' && <PhoneNote typed={value} isMessage={look.isMessage ?? false} onUse={onChange} />
        )
      }
      start={kind === 'url' && <IconLink size={17} stroke={1.7} aria-hidden />}
    />
  )
}
