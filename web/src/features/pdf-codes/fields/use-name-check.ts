import {
  type FieldError,
  type FieldIssue,
  MAX_PDF_NAME_LENGTH,
  PDF_NAME_CHECK_DELAY_MS,
  pdfNameProblem,
} from '@scanleaf/shared'
import { useEffect, useState } from 'react'
import { isNameAvailable } from '../api'

/** State of a custom URL; an empty one is neutral (spec §5). */
export type NameState =
  | 'neutral'
  | 'checking'
  | 'available'
  | 'url-not-available'
  | 'invalid-pdf-name'
  | 'too-long'
  /** The server did not respond: the name is checked again with the next key, or when the code is created. */
  | 'unknown'

/** The message of an invalid name. */
export const nameIssue = (code: FieldError): FieldIssue =>
  code === 'too-long' ? { code, numbers: { max: MAX_PDF_NAME_LENGTH } } : { code }

/** Whether a name is free, with a debounce of 500 ms; only the newest response counts. */
export function useNameCheck(name: string): NameState {
  const problem = pdfNameProblem(name)
  const [answer, setAnswer] = useState<{ of: string; state: NameState }>({ of: '', state: 'neutral' })
  useEffect(() => {
    if (name === '' || problem !== null) return
    const giveUp = new AbortController()
    const timer = setTimeout(() => {
      isNameAvailable(name, giveUp.signal).then(
        (isAvailable) => setAnswer({ of: name, state: isAvailable ? 'available' : 'url-not-available' }),
        () => giveUp.signal.aborted || setAnswer({ of: name, state: 'unknown' }),
      )
    }, PDF_NAME_CHECK_DELAY_MS)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [name, problem])
  if (name === '') return 'neutral'
  if (problem !== null) return problem
  return answer.of === name ? answer.state : 'checking'
}
