import type { PictureUse } from '@scanleaf/shared'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_TYPES, imageProblem, imageRefusal, shrunkImage } from '../../../lib/image-file'
import { Button } from '../../../ui/button/button'
import { FileInput } from '../../../ui/file-drop/file-input'
import { ErrorMessage } from '../../../ui/message/error-message'
import styles from './fields.module.css'
import { useErrorAt } from './fields-context'

/** The pictures of the page that is edited. */
export interface PagePictures {
  /** @returns the id by which the page names it */
  upload: (image: Blob, use: PictureUse) => Promise<string>
  srcOf: (id: string) => string
}

export const PicturesContext = createContext<PagePictures | null>(null)

export function usePictures(): PagePictures {
  const pictures = useContext(PicturesContext)
  if (!pictures) throw new Error('usePictures outside of PicturesContext')
  return pictures
}

export interface PictureButtonProps {
  label: string
  use: PictureUse
  /** Several files at once. */
  multiple?: boolean
  isDisabled?: boolean
  /** In the order of the files. */
  onUploaded: (id: string) => void
  /** How many more files wait for their turn, or fewer. */
  onWaiting?: (more: 1 | -1) => void
}

/** Chooses pictures of this device, which are uploaded one after the other. */
export function PictureButton(props: PictureButtonProps) {
  const { label, use, multiple = false, isDisabled = false, onUploaded, onWaiting } = props
  const { t } = useTranslation(['common', 'errors'])
  const { upload } = usePictures()
  const input = useRef<HTMLInputElement>(null)
  const last = useRef<Promise<void>>(Promise.resolve())
  const [waiting, setWaiting] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)

  function take(file: File) {
    setRefusal(null)
    setWaiting((count) => count + 1)
    onWaiting?.(1)
    last.current = last.current
      .then(async () => {
        const image = await shrunkImage(file)
        const problem = await imageProblem(image)
        if (problem) setRefusal(t(`errors:field.${problem}`))
        else onUploaded(await upload(image, use))
      })
      .catch((error) => setRefusal(imageRefusal(error, t('no-answer'))))
      .finally(() => {
        setWaiting((count) => count - 1)
        onWaiting?.(-1)
      })
  }

  return (
    <div className="stack gap-3">
      <FileInput ref={input} accept={IMAGE_TYPES} multiple={multiple} aria-label={label} onFile={take} />
      <Button
        variant="default"
        loading={waiting > 0}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <ErrorMessage text={refusal} />
    </div>
  )
}

export interface PictureFieldProps {
  label: string
  use: PictureUse
  place: string
  picture: string | null
  onChange: (picture: string | null) => void
  /** Below a chosen picture. */
  children?: ReactNode
}

/** One picture: chosen, exchanged, removed. */
export function PictureField({ label, use, place, picture, onChange, children }: PictureFieldProps) {
  const { t } = useTranslation('page-editor')
  const { srcOf } = usePictures()
  const error = useErrorAt()(place)
  return (
    <fieldset className="stack gap-4">
      <legend className={styles.dayName}>{label}</legend>
      <div className="row wrap gap-6">
        {picture !== null && <img className={styles.picture} data-use={use} src={srcOf(picture)} alt="" />}
        <PictureButton
          label={picture === null ? t('choose-picture') : t('replace-picture')}
          use={use}
          onUploaded={onChange}
        />
        {picture !== null && (
          <Button
            variant="subtle"
            color="red"
            aria-label={t('remove', { name: label })}
            onClick={() => onChange(null)}
          >
            {t('remove-picture')}
          </Button>
        )}
      </div>
      <ErrorMessage text={error ?? null} />
      {picture !== null && children}
    </fieldset>
  )
}
