import { MAX_PAGE_LINE, MAX_PAGE_PICTURES, type OwnerText } from '@scanleaf/shared'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockOf } from '../state/blocks'
import styles from './fields.module.css'
import type { BlockProps } from './fields-context'
import { OwnerTextField } from './owner-text'
import { PictureButton, usePictures } from './picture-field'
import { RowList } from './row-list'

/** The pictures of a block in their order, each with words for those who cannot see it. */
export function PicturesFields({ block, place, onChange }: BlockProps<BlockOf<'pictures'>>) {
  const { t } = useTranslation('page-editor')
  const { srcOf } = usePictures()
  // As it is once a picture has arrived.
  const latest = useRef({ block, onChange })
  useEffect(() => {
    latest.current = { block, onChange }
  })
  function append(picture: string) {
    const { pictures } = latest.current.block
    const next = { ...latest.current.block, pictures: [...pictures, { picture }] }
    latest.current = { ...latest.current, block: next }
    latest.current.onChange(next)
  }
  return (
    <RowList
      rows={block.pictures}
      max={MAX_PAGE_PICTURES}
      nameOf={(_, at) => t('picture', { number: at + 1 })}
      onChange={(pictures) => onChange({ ...block, pictures })}
      add={
        <PictureButton
          label={t('add-picture')}
          use="photo"
          multiple
          isDisabled={block.pictures.length >= MAX_PAGE_PICTURES}
          onUploaded={append}
        />
      }
    >
      {(each, at, change) => (
        <>
          <div className="row wrap gap-6">
            <img className={styles.picture} src={srcOf(each.picture)} alt="" />
            <PictureButton
              label={t('replace-picture')}
              use="photo"
              onUploaded={(picture) => change({ ...each, picture })}
            />
          </div>
          <AlternativeField
            place={`${place}.pictures.${at}.alt`}
            alt={each.alt}
            onChange={(alt) => change({ ...each, alt })}
          />
          <OwnerTextField
            label={t('field.caption')}
            place={`${place}.pictures.${at}.line`}
            texts={each.line}
            maxLength={MAX_PAGE_LINE}
            onChange={(line) => change({ ...each, line })}
          />
        </>
      )}
    </RowList>
  )
}

export interface AlternativeFieldProps {
  place: string
  alt: OwnerText | undefined
  onChange: (alt: OwnerText) => void
}

/** What a picture shows, in words. */
export function AlternativeField({ place, alt, onChange }: AlternativeFieldProps) {
  const { t } = useTranslation('page-editor')
  return (
    <OwnerTextField
      label={t('field.alt')}
      hint={t('field.alt.hint')}
      place={place}
      texts={alt}
      maxLength={MAX_PAGE_LINE}
      onChange={onChange}
    />
  )
}
