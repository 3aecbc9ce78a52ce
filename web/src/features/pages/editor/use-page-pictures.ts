import type { PageOfCode } from '@scanleaf/shared'
import { useEffect, useRef } from 'react'
import { uploadPicture } from '../api'
import type { PagePictures } from '../fields/picture-field'

/** Uploads pictures of a page, and shows them: from this device until its draft, which the server shows, names them. */
export function usePagePictures({ id, draftUrl }: PageOfCode): PagePictures {
  const own = useRef(new Map<string, string>())
  useEffect(() => {
    const addresses = own.current
    return () => {
      for (const address of addresses.values()) URL.revokeObjectURL(address)
      addresses.clear()
    }
  }, [])
  return {
    async upload(image, use) {
      const picture = await uploadPicture(id, image, use)
      own.current.set(picture, URL.createObjectURL(image))
      return picture
    },
    srcOf: (picture) => own.current.get(picture) ?? `${draftUrl}&file=${picture}-small.webp`,
  }
}
