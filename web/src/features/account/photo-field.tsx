import type { Profile } from '@scanleaf/shared'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../lib/api-error'
import { useLanguage } from '../../lib/i18n'
import { Button } from '../../ui/button'
import { uploadPhoto } from './api'
import { Avatar } from './avatar'
import { initialOf, personName } from './person'
import styles from './profile-page.module.css'

/** The largest image the server takes. */
const MAX_PHOTO_BYTES = 5 * 1024 * 1024
const PHOTO_TYPES = ['image/png', 'image/jpeg', 'image/gif']

export interface PhotoFieldProps {
  profile: Profile
  /** Saves the id of the stored image, empty for none. */
  onChange: (photo: string) => Promise<unknown>
}

export function PhotoField({ profile, onChange }: PhotoFieldProps) {
  const { t } = useTranslation(['account', 'errors', 'common'])
  const language = useLanguage()
  const [error, setError] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  const inputRef = useRef<HTMLInputElement>(null)
  const name = personName(profile, language)

  async function change(photoId: () => Promise<string>) {
    setError(null)
    setIsPending(true)
    try {
      await onChange(await photoId())
    } catch (failure) {
      setError(messageOf(failure, t('common:unreadable-answer')))
    } finally {
      setIsPending(false)
    }
  }

  const choose = (file: File | null) => {
    if (!file) return
    if (!PHOTO_TYPES.includes(file.type)) return setError(t('errors:field.invalid-image'))
    if (file.size > MAX_PHOTO_BYTES) return setError(t('errors:field.image-too-large'))
    void change(() => uploadPhoto(file))
  }

  return (
    <div className={styles.photo}>
      <Avatar initial={initialOf(profile)} photo={profile.photo} size={72} />
      <div>
        <h2>{name}</h2>
        <p className={styles.username}>
          <bdi>{profile.username}</bdi>
        </p>
        <div className={styles.photoActions}>
          <input
            ref={inputRef}
            type="file"
            hidden
            accept={PHOTO_TYPES.join(',')}
            onChange={(event) => {
              choose(event.currentTarget.files?.[0] ?? null)
              event.currentTarget.value = ''
            }}
          />
          <Button variant="default" size="sm" loading={isPending} onClick={() => inputRef.current?.click()}>
            {t('photo.choose')}
          </Button>
          {profile.photo !== '' && (
            <Button
              variant="subtle"
              size="sm"
              disabled={isPending}
              onClick={() => void change(async () => '')}
            >
              {t('photo.remove')}
            </Button>
          )}
        </div>
        <p className={styles.hint} role="status" data-error={error === null ? undefined : ''}>
          {error ?? t('photo.rule')}
        </p>
      </div>
    </div>
  )
}
