import i18next from 'i18next'
import type * as z from 'zod'
import { currentSession, endSession } from '../session/session'
import { sessionHeaders } from '../session/workspace'
import { errorOf, offlineError, unreadableError } from './api'
import { checked, type ResponseSchema } from './response-check'

export interface UploadOptions {
  method?: 'POST' | 'PATCH'
  headers?: Record<string, string>
  /** Share sent so far, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * A form with a file, by the one API that reports upload progress: `fetch` does not.
 * @throws ApiError as the calls of api.ts do; the reason of the signal when it is aborted
 */
export function upload<T extends z.ZodType>(
  path: string,
  form: FormData,
  schema: ResponseSchema<T>,
  { method = 'POST', headers = {}, onProgress, signal }: UploadOptions = {},
): Promise<z.output<T>> {
  const sid = currentSession()?.sid
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', i18next.language)
    const all = { ...(sid !== undefined && sessionHeaders(sid)), ...headers }
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / total))
    request.addEventListener('load', () => {
      if (request.status === 401 && sid !== undefined) endSession(sid)
      const body = readJson(request.responseText)
      if (request.status >= 400) return reject(errorOf(request.status, body))
      if (body === null) return reject(unreadableError(request.status))
      checked(body, schema, () => {
        throw unreadableError(request.status)
      }).then(resolve, reject)
    })
    request.addEventListener('error', () => reject(offlineError()))
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(form)
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
