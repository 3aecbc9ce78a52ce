import { cleanLine } from '@scanleaf/qr'
import type { PdfCode } from '@scanleaf/shared'
import { type DesignChange, deletePdfCode, findPdfCode, formOf, postPdfCode, validateLimit } from '../api'
import { DETAILS, type Details, sentDetail } from '../fields/details'

/** Where a creation is (spec §4). */
export type CreateStep = 'limit' | 'upload' | 'code'

export interface NewPdfCode {
  name: string
  file: File
  details: Details
  design: DesignChange | null
}

export interface CreateOptions {
  signal: AbortSignal
  onStep: (step: CreateStep, share: number, attempt: number) => void
}

/**
 * Checks the quota, sends the file, and lets the server render the images and create the code
 * in one request. Cancelled while the file is uploading, the server discards it; cancelled later, the code
 * that was created is deleted, so that nothing remains.
 * @throws what a call threw; the reason of the signal when it gave up
 */
export async function createPdfCode(given: NewPdfCode, { signal, onStep }: CreateOptions): Promise<PdfCode> {
  onStep('limit', 0, 1)
  await validateLimit(signal)
  let isWhole = false
  let wasWhole = false
  const sending = new AbortController()
  const giveUp = () => {
    if (!isWhole) sending.abort(signal.reason)
  }
  signal.addEventListener('abort', giveUp)
  try {
    const code = await postPdfCode(formOf(given.file, fieldsOf(given)), {
      signal: sending.signal,
      onProgress: (share, attempt) => {
        isWhole = share >= 1
        wasWhole ||= isWhole
        // Cancelled after a failed complete try: the next one is not begun.
        if (signal.aborted) giveUp()
        onStep(isWhole ? 'code' : 'upload', share, attempt)
      },
    })
    if (signal.aborted) await deletePdfCode(code.id)
    signal.throwIfAborted()
    return code
  } catch (error) {
    // The server may have created the code although its response never came.
    if (signal.aborted && wasWhole) await deleteIfMade(given.name)
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

async function deleteIfMade(name: string): Promise<void> {
  const code = await findPdfCode(name)
  if (code) await deletePdfCode(code.id)
}

function fieldsOf({ name, details, design }: NewPdfCode): Record<string, string> {
  return {
    name: cleanLine(name),
    ...Object.fromEntries(DETAILS.map((detail) => [detail, sentDetail(detail, details[detail])])),
    ...(design && {
      qrCustomSettings: JSON.stringify(design.settings),
      scanAnyway: String(design.anyway),
      ...(design.logo && { logo: JSON.stringify(design.logo) }),
    }),
  }
}
