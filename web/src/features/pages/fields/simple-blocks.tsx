import { MAX_PAGE_LINE, MAX_PAGE_LINKS, MAX_PARAGRAPHS, MAX_TITLE } from '@scanleaf/shared'
import { useTranslation } from 'react-i18next'
import { type BlockOf, newLink } from '../state/blocks'
import { type BlockProps, useFields } from './fields-context'
import { LinkIconField } from './link-icon-field'
import { AddressField, OwnerTextField } from './owner-text'
import { RowList } from './row-list'

export function LinksFields({ block, place, onChange }: BlockProps<BlockOf<'links'>>) {
  const { t } = useTranslation('page-editor')
  const { language } = useFields()
  return (
    <RowList
      rows={block.links}
      max={MAX_PAGE_LINKS}
      addLabel={t('add-link')}
      nameOf={({ title, address }) => title[language] || address || t('field.link')}
      newRow={newLink}
      onChange={(links) => onChange({ ...block, links })}
    >
      {(link, at, change) => (
        <>
          <OwnerTextField
            label={t('field.title')}
            place={`${place}.links.${at}.title`}
            texts={link.title}
            required
            maxLength={MAX_TITLE}
            onChange={(title) => change({ ...link, title })}
          />
          <AddressField
            label={t('field.link')}
            place={`${place}.links.${at}.address`}
            value={link.address}
            required
            onChange={(address) => change({ ...link, address })}
          />
          <LineField
            place={`${place}.links.${at}`}
            line={link.line}
            onChange={(line) => change({ ...link, line })}
          />
          <LinkIconField icon={link.icon ?? 'link'} onChange={(icon) => change({ ...link, icon })} />
        </>
      )}
    </RowList>
  )
}

export function TextFields({ block, place, onChange }: BlockProps<BlockOf<'text'>>) {
  const { t } = useTranslation('page-editor')
  return (
    <>
      <OwnerTextField
        label={t('field.title')}
        place={`${place}.title`}
        texts={block.title}
        maxLength={MAX_TITLE}
        onChange={(title) => onChange({ ...block, title })}
      />
      <OwnerTextField
        label={t('field.text')}
        place={`${place}.text`}
        texts={block.text}
        required
        isLong
        maxLength={MAX_PARAGRAPHS}
        onChange={(text) => onChange({ ...block, text })}
      />
    </>
  )
}

/** Shops of apps, by their own names. */
const STORES = [
  { field: 'apple', name: 'App Store', start: 'https://apps.apple.com/' },
  { field: 'google', name: 'Google Play', start: 'https://play.google.com/' },
  { field: 'huawei', name: 'AppGallery', start: 'https://appgallery.huawei.com/' },
] as const

export function AppsFields({ block, place, onChange }: BlockProps<BlockOf<'apps'>>) {
  return STORES.map(({ field, name, start }) => (
    <AddressField
      key={field}
      label={name}
      place={`${place}.${field}`}
      value={block[field] ?? ''}
      placeholder={start}
      onChange={(address) => onChange({ ...block, [field]: address === '' ? null : address })}
    />
  ))
}

export interface LineFieldProps {
  place: string
  line: Parameters<typeof OwnerTextField>[0]['texts']
  onChange: Parameters<typeof OwnerTextField>[0]['onChange']
}

/** One line below the rest of a block. */
export function LineField({ place, line, onChange }: LineFieldProps) {
  const { t } = useTranslation('page-editor')
  return (
    <OwnerTextField
      label={t('field.note')}
      place={`${place}.line`}
      texts={line}
      maxLength={MAX_PAGE_LINE}
      onChange={onChange}
    />
  )
}
