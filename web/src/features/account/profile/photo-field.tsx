import type { Profile } from '@scanleaf/shared'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../lib/i18n/i18n'
import { IMAGE_TYPES, imageProblem, imageRefusal } from '../../../lib/image-file'
import { Button } from '../../../ui/button/button'
import { FileInput } from '../../../ui/file-drop/file-input'
import { uploadPhoto } from '../api'
import { Avatar } from '../avatar'
import { initialOf, personName } from '../person-name'
import styles from './profile-page.module.css'

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
      setError(imageRefusal(failure, t('common:unreadable-answer')))
    } finally {
      setIsPending(false)
    }
  }

  async function choose(file: File) {
    const problem = await imageProblem(file)
    if (problem) return setError(t(`errors:field.${problem}`))
    await change(() => uploadPhoto(file))
  }

  return (
    <div className="row wrap gap-8">
      <Avatar initial={initialOf(profile)} photo={profile.photo} size={72} />
      <div>
        <h2>{name}</h2>
        <p className={`muted ${styles.username}`}>
          <bdi>{profile.username}</bdi>
        </p>
        <div className={`wrap gap-4 ${styles.photoActions}`}>
          <FileInput ref={inputRef} accept={IMAGE_TYPES} onFile={(file) => void choose(file)} />
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
        <p className={`fine muted ${styles.hint}`} role="status" data-error={error === null ? undefined : ''}>
          {error ?? t('photo.rule')}
        </p>
      </div>
    </div>
  )
}
