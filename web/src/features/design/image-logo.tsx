import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error'
import { IMAGE_TYPES, imageProblem, imageRefusal } from '../../lib/image-file'
import { Button, IconButton } from '../../ui/button/button'
import styles from './image-logo.module.css'
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
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const upload = useUpload(onChange)
  const isUploading = upload.progress !== null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      data-error={upload.error !== null || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file) void upload.send(file)
      }}
    >
      <span className={styles.tile}>
        {link === '' ? <IconPhoto size={22} stroke={1.7} aria-hidden /> : <img src={link} alt="" />}
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{upload.fileName || t(link === '' ? 'logo.choose' : 'logo.chosen')}</p>
        {isUploading ? (
          <progress
            className={styles.progress}
            aria-label={t('logo.uploading')}
            value={upload.progress ?? 0}
          />
        ) : (
          <p className={styles.hint} id={id} role={upload.error === null ? undefined : 'alert'}>
            {upload.error ?? t('logo.formats')}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) void upload.send(file)
        }}
      />
      <Button
        variant="default"
        size="sm"
        loading={isUploading}
        leftSection={<IconUpload size={15} stroke={1.7} aria-hidden />}
        aria-describedby={isUploading ? undefined : id}
        onClick={() => input.current?.click()}
      >
        {t(link === '' ? 'logo.upload' : 'logo.replace')}
      </Button>
      {link !== '' && !isUploading && (
        <IconButton
          aria-label={t('logo.remove')}
          onClick={() => {
            upload.reset()
            onChange('')
          }}
        >
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </IconButton>
      )}
    </div>
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
