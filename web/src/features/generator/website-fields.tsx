import { TextInput } from '@mantine/core'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from './draft'
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
  const website = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (errors.website !== undefined) website.current?.focus()
  }, [errors.website])
  return (
    <>
      <KindChoice
        kind={draft.kind}
        // A static code has no id: choosing it clears the one that was typed (spec §2).
        onChange={(kind) =>
          onChange(kind === 'static' ? { kind, hasManualId: false, manualId: '' } : { kind })
        }
      />
      <TextInput
        ref={website}
        label={t('website')}
        required
        withAsterisk
        inputMode="url"
        name="website"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        placeholder="https://"
        leftSection={<IconLink size={17} stroke={1.7} aria-hidden />}
        leftSectionPointerEvents="none"
        value={draft.website}
        error={errors.website}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onChange({ website: event.currentTarget.value })}
      />
      {draft.kind === 'dynamic' && (
        <ManualIdField draft={draft} error={errors.manualId} onChange={onChange} />
      )}
    </>
  )
}
