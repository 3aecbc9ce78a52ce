import { useState } from 'react'
import styles from './avatar.module.css'
import { initialOf } from './person'

export interface AvatarProps {
  name: string
  /** Id of an image of /media/images, or empty. */
  photo: string
  /** Diameter in px. */
  size: number
}

/** The photo of a person, or the first letter of the name. */
export function Avatar({ name, photo, size }: AvatarProps) {
  const [failed, setFailed] = useState('')
  const style = { width: size, height: size, fontSize: Math.round(size * 0.38) }
  if (photo !== '' && failed !== photo) {
    return (
      <img
        className={styles.avatar}
        style={style}
        src={`/media/images/${photo}`}
        alt=""
        onError={() => setFailed(photo)}
      />
    )
  }
  return (
    <span className={styles.avatar} style={style} aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}
