import { useEffect, useRef } from 'react'
import { randomId } from '../../../lib/random-id'
import { uploadPicture } from '../api'
import type { PagePictures } from '../fields/picture-field'

interface WaitingPicture {
  picture: Blob
  src: string
  /** The id by which the page names it, once it was uploaded. */
  uploadedAs: string | null
}

/** Pictures that are chosen before there is a page to upload them for: they wait on this device. */
export function useWaitingPictures(): PagePictures & {
  /** @returns the ids by which the page names them @throws ApiError; those that were uploaded stay so */
  uploadFor: (pageId: string, waiting: readonly string[]) => Promise<string[]>
} {
  const own = useRef(new Map<string, WaitingPicture>())
  useEffect(() => {
    const pictures = own.current
    return () => {
      for (const { src } of pictures.values()) URL.revokeObjectURL(src)
      pictures.clear()
    }
  }, [])
  return {
    async upload(picture) {
      const id = randomId()
      own.current.set(id, { picture, src: URL.createObjectURL(picture), uploadedAs: null })
      return id
    },
    srcOf: (id) => own.current.get(id)?.src ?? '',
    async uploadFor(pageId, waiting) {
      const uploaded: string[] = []
      for (const id of waiting) {
        const known = own.current.get(id)
        if (!known) continue
        known.uploadedAs ??= await uploadPicture(pageId, known.picture, 'photo')
        uploaded.push(known.uploadedAs)
      }
      return uploaded
    },
  }
}
