import { contentTypes } from '@scanleaf/qr'
import { useTranslation } from 'react-i18next'
import { useLinkBase } from '../../../../lib/link-base'
import { SelectField } from '../../../../ui/field/select-field'
import { Switch } from '../../../../ui/switch/switch'
import {
  type Cells,
  contentFieldsOf,
  contentOf,
  isRequired,
  type ManyType,
  type RowField,
  ruleOfField,
} from '../../state/row-fields'
import { TemplateField } from './template-field'

const LTR_KINDS = ['url', 'email', 'phone']

export interface RowCellsProps {
  type: ManyType
  cells: Cells
  /** Texts take `{n}`, which becomes the number of a range. */
  hasNumbers: boolean
  /** Under the content: what the number becomes. */
  hint?: string | undefined
  errors: Readonly<Partial<Record<string, string>>>
  onChange: (field: RowField, text: string) => void
}

/** The fields of one row: its name, the content of its type, and the id of a dynamic code. */
export function RowCells({ type, cells, hasNumbers, hint, errors, onChange }: RowCellsProps) {
  const { t } = useTranslation(['bulk', 'generator', 'content-types'])
  const linkBase = useLinkBase()
  const common = (field: RowField) => ({
    hasNumbers,
    value: cells[field] ?? '',
    error: errors[field],
    onChange: (text: string) => onChange(field, text),
  })
  const fields = contentFieldsOf(type)
  const content = contentTypes[type.contentType].clean(contentOf(type, cells))
  return (
    <>
      <TemplateField {...common('name')} label={t('generator:name')} name="name" />
      {fields.map((field, place) => {
        const rule = ruleOfField(type, field)
        if (rule === null || rule.applies?.(content) === false) return null
        const { kind, name, choices = [] } = rule
        const label = t(`content-types:field.${rule.label ?? name}`)
        if (kind === 'flag') {
          return (
            <Switch
              key={field}
              label={label}
              isOn={cells[field] === 'true'}
              onChange={(isOn) => onChange(field, isOn ? 'true' : '')}
            />
          )
        }
        if (kind === 'choice') {
          return (
            <SelectField
              key={field}
              label={label}
              value={cells[field] || choices[0]}
              onChange={(event) => onChange(field, event.currentTarget.value)}
            >
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`content-types:choice.${name}.${choice}`)}
                </option>
              ))}
            </SelectField>
          )
        }
        return (
          <TemplateField
            key={field}
            {...common(field)}
            name={field}
            label={label}
            required={isRequired(type, field)}
            hint={place === 0 ? hint : undefined}
            spellCheck={false}
            autoCapitalize="none"
            {...(LTR_KINDS.includes(kind) && { dir: 'ltr' as const })}
            {...(kind === 'url' && { inputMode: 'url' as const, placeholder: 'https://' })}
          />
        )
      })}
      {type.isDynamic && (
        <TemplateField
          {...common('dynamicId')}
          name="dynamicId"
          label={t('generator:manual-id')}
          aside={t('id.aside')}
          prefix={`${linkBase.replace(/^https?:\/\//, '')}/`}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
    </>
  )
}
