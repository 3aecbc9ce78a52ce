import { MAX_PAGE_PICTURES } from '@scanleaf/shared'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/button'
import { PictureButton, usePictures } from '../fields/picture-field'
import type { Answers } from '../state/answers'
import styles from './wizard.module.css'

export interface MenuPhotosProps {
  photos: readonly string[]
  onChange: (change: (answers: Answers) => Answers) => void
  onWaiting: (more: 1 | -1) => void
}

/** The menu as it hangs on the wall: for who has no time to type it. */
export function MenuPhotos({ photos, onChange, onWaiting }: MenuPhotosProps) {
  const { t } = useTranslation('page-editor')
  const { srcOf } = usePictures()
  const change = (to: (photos: readonly string[]) => readonly string[]) =>
    onChange((answers) => ({ ...answers, photos: to(answers.photos).slice(0, MAX_PAGE_PICTURES) }))
  return (
    <div className="stack gap-5">
      <p className="muted">{t('wizard.photos.text', { max: MAX_PAGE_PICTURES })}</p>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map((photo, at) => {
            const name = t('picture', { number: at + 1 })
            return (
              <li key={photo}>
                <img src={srcOf(photo)} alt={name} />
                <IconButton
                  aria-label={t('remove', { name })}
                  onClick={() => change((all) => all.filter((each) => each !== photo))}
                >
                  <IconTrash size={17} stroke={1.7} aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      <PictureButton
        label={t('wizard.photos')}
        use="photo"
        multiple
        isDisabled={photos.length >= MAX_PAGE_PICTURES}
        onWaiting={onWaiting}
        onUploaded={(photo) => change((all) => [...all, photo])}
      />
    </div>
  )
}
