import { upload } from '../../lib/api/upload'

const schema = async () => (await import('./response-schemas')).UploadedResponse

/**
 * Stores an image with the server.
 * @returns its address
 * @throws ApiError
 */
export async function uploadImage(file: File, onProgress: (share: number) => void, signal: AbortSignal) {
  const form = new FormData()
  form.set('photo', file)
  const { result } = await upload('/media/images', form, schema, { onProgress, signal })
  return `/media/images/${result.id}`
}
