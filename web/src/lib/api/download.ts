import { currentSession, endSession } from '../session/session'
import { sessionHeaders } from '../session/workspace'

/**
 * A file that only its owner may fetch.
 * @throws Error when the server does not answer with the file
 */
export async function fetchFile(path: string): Promise<Blob> {
  const sid = currentSession()?.sid ?? ''
  const response = await fetch(path, { headers: sessionHeaders(sid) })
  if (response.status === 401) endSession(sid)
  if (!response.ok) throw new Error(`the file ${path} failed with status ${response.status}`)
  return response.blob()
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
