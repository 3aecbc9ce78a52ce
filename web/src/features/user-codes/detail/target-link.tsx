import { cleanWebsite, normalizeWebsite, validateWebsite } from '@scanleaf/qr'
import type { UserCode } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { addressRules } from '../../../lib/forms/address-rules'
import { websiteOf } from '../../../lib/stored-content'
import { AddressNote } from '../../../ui/field/address-note'
import { CampaignFields } from '../../../ui/field/campaign-fields'
import { Property } from '../../../ui/properties/property'
import { useChangeUserCode } from '../api'
import { websiteContent } from '../code-content'
import { EditableProperty } from './editable-property'
import { TargetHint, WebLink } from './web-link'

/** The target. The page of a PDF and an online card are edited on their own screens. */
export function TargetLink({ code, startsEditing }: { code: UserCode; startsEditing: boolean }) {
  const { t } = useTranslation('user-codes')
  const change = useChangeUserCode()
  const address = websiteOf(code)
  const current = address ?? undefined
  if (code.contentType !== 'Website' || code.takedown) {
    return (
      <Property label={t('detail.target')}>
        <WebLink address={address} />
      </Property>
    )
  }
  return (
    <EditableProperty
      label={t('detail.target')}
      editLabel={t('detail.edit-target')}
      hint={t('detail.printed-keep-working')}
      value={address ?? ''}
      inputMode="url"
      isLtr
      startsEditing={startsEditing}
      clean={cleanWebsite}
      problemOf={(text) => validateWebsite(text, addressRules())}
      fields={['content', 'codeContent']}
      noteOf={(text, onText) => (
        <>
          <AddressNote typed={text} current={current} />
          <TargetHint address={normalizeWebsite(text, current)} />
          <CampaignFields address={text} onChange={onText} />
        </>
      )}
      onSave={(text) =>
        change.mutateAsync({
          id: code.id,
          patch: { codeContent: websiteContent(normalizeWebsite(text, current)) },
        })
      }
    >
      <WebLink address={address} />
    </EditableProperty>
  )
}
