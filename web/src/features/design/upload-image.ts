import { resultOf } from '@scanleaf/shared'
import * as z from 'zod'
import { upload } from '../../lib/api/upload'

const Uploaded = resultOf(z.object({ id: z.string() }))

/**
 * Stores an image with the server.
 * @returns its address
 * @throws ApiError
 */
export async function uploadImage(file: File, onProgress: (share: number) => void, signal: AbortSignal) {
  const form = new FormData()
  form.set('photo', file)
  const { result } = await upload('/media/images', form, Uploaded, { onProgress, signal })
  return `/media/images/${result.id}`
}
