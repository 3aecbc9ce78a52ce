import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import { useTranslation } from 'react-i18next'
import type { Draft } from './draft'
import { Field } from './field'
import { KindChoice } from './kind-choice'
import { ManualIdField } from './manual-id-field'
import type { DraftErrors } from './use-generator'

export interface WebsiteFieldsProps {
  draft: Draft
  errors: DraftErrors
  onChange: (change: Partial<Draft>) => void
}

/** The website tab: dynamic or static, the address, an id of one's own for a dynamic code. */
export function WebsiteFields({ draft, errors, onChange }: WebsiteFieldsProps) {
  const { t } = useTranslation('generator')
  return (
    <>
      <KindChoice
        kind={draft.kind}
        // A static code has no id: choosing it clears the one that was typed (spec §2).
        onChange={(kind) =>
          onChange(kind === 'static' ? { kind, hasManualId: false, manualId: '' } : { kind })
        }
      />
      <Field
        label={t('website')}
        required
        name="website"
        inputMode="url"
        placeholder="https://"
        start={<IconLink size={17} stroke={1.7} aria-hidden />}
        value={draft.website}
        error={errors.website}
        onChange={(event) => onChange({ website: event.currentTarget.value })}
      />
      {draft.kind === 'dynamic' && (
        <ManualIdField draft={draft} error={errors.manualId} onChange={onChange} />
      )}
    </>
  )
}
