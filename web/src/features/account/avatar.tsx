import { useState } from 'react'
import styles from './avatar.module.css'

export interface AvatarProps {
  /** Shown without a photo. */
  initial: string
  /** Id of an image of /media/images, or empty. */
  photo: string
  /** Diameter in px. */
  size: number
}

/** The photo of a person, or a letter of the name. */
export function Avatar({ initial, photo, size }: AvatarProps) {
  const [failed, setFailed] = useState('')
  const style = { width: size, height: size, fontSize: Math.round(size * 0.38) }
  if (photo !== '' && failed !== photo) {
    return (
      <img
        className={`centred ${styles.avatar}`}
        style={style}
        src={`/media/images/${photo}`}
        alt=""
        onError={() => setFailed(photo)}
      />
    )
  }
  return (
    <span className={`centred ${styles.avatar}`} style={style} aria-hidden="true">
      {initial}
    </span>
  )
}
