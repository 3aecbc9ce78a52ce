import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error'
import { IMAGE_TYPES, imageProblem, imageRefusal } from '../../lib/image-file'
import { IconButton } from '../../ui/button/button'
import { FileDrop } from '../../ui/file-drop/file-drop'
import { ProgressBar } from '../../ui/progress/progress-bar'
import { uploadImage } from './upload-image'

export interface ImageLogoProps {
  /** Address of the uploaded image; empty for none. */
  link: string
  onChange: (link: string) => void
}

/** The image of a logo: dropped or chosen, checked, uploaded with its progress shown. */
export function ImageLogo({ link, onChange }: ImageLogoProps) {
  const { t } = useTranslation('design')
  const id = useId()
  const { progress, error, fileName, send, reset } = useUpload(onChange)
  const isUploading = progress !== null
  return (
    <FileDrop
      icon={link === '' ? <IconPhoto size={20} stroke={1.7} aria-hidden /> : <img src={link} alt="" />}
      tone="paper"
      title={fileName || t(link === '' ? 'logo.choose' : 'logo.chosen')}
      accept={IMAGE_TYPES}
      isBusy={isUploading}
      hasError={error !== null}
      describedBy={isUploading ? undefined : id}
      chooseIcon={<IconUpload size={15} stroke={1.7} aria-hidden />}
      chooseLabel={t(link === '' ? 'logo.upload' : 'logo.replace')}
      onFile={(file) => void send(file)}
      action={
        link !== '' &&
        !isUploading && (
          <IconButton
            aria-label={t('logo.remove')}
            onClick={() => {
              reset()
              onChange('')
            }}
          >
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </IconButton>
        )
      }
    >
      {isUploading ? (
        <ProgressBar aria-label={t('logo.uploading')} value={progress} />
      ) : (
        <p id={id} role={error === null ? undefined : 'alert'}>
          {error ?? t('logo.formats')}
        </p>
      )}
    </FileDrop>
  )
}

function useUpload(onChange: (link: string) => void) {
  const { t } = useTranslation(['design', 'errors', 'common'])
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [fileName, setFileName] = useState('')
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File) {
    running.current?.abort()
    const giveUp = new AbortController()
    running.current = giveUp
    setError(null)
    const problem = await imageProblem(file)
    if (problem) return setError(t(`errors:field.${problem}`))
    setProgress(0)
    try {
      const link = await uploadImage(file, setProgress, giveUp.signal)
      setFileName(file.name)
      onChange(link)
    } catch (failure) {
      if (!giveUp.signal.aborted) setError(reasonOf(failure))
    } finally {
      if (!giveUp.signal.aborted) setProgress(null)
    }
  }

  function reasonOf(failure: unknown): string {
    if (failure instanceof ApiError && failure.statusCode === 401) return t('logo.needs-sign-in')
    return imageRefusal(failure, t('common:unreadable-answer'))
  }

  return {
    progress,
    error,
    fileName,
    send,
    reset: () => {
      setFileName('')
      setError(null)
    },
  }
}
