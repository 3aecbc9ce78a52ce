import type { FoundBackups } from '@scanleaf/shared'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error'
import { findBackups, restoreBackup } from './api'

const LOOK_AGAIN_MS = 2_000

type Restore =
  | { step: 'looking' }
  | { step: 'choosing'; found: FoundBackups }
  | { step: 'running'; name: string }
  | { step: 'done' }
  /** Without a message the link has no token at all. */
  | { step: 'refused'; message: string | null }

/**
 * The link of the first administrator ends with the first account, so a restore has succeeded once the link is refused:
 * the server is away meanwhile, and a restore that changed nothing keeps it.
 */
export function useRestore(setupToken: string) {
  const [state, setState] = useState<Restore>(
    setupToken === '' ? { step: 'refused', message: null } : { step: 'looking' },
  )

  const look = () =>
    findBackups(setupToken).then(
      (found) =>
        setState(
          found.requested === null ? { step: 'choosing', found } : { step: 'running', name: found.requested },
        ),
      (error: Error) => setState({ step: 'refused', message: error.message }),
    )

  const restore = (name: string) => {
    // At once: a second press would be refused by a server that stops.
    setState({ step: 'running', name })
    return restoreBackup(setupToken, name).catch((error: Error) =>
      setState({ step: 'refused', message: error.message }),
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for this link
  useEffect(() => {
    if (setupToken !== '') void look()
  }, [])

  const { step } = state
  useEffect(() => {
    if (step !== 'running') return
    let timer: number
    const wait = () => {
      timer = window.setTimeout(() => void lookAgain(), LOOK_AGAIN_MS)
    }
    const lookAgain = async () => {
      try {
        const found = await findBackups(setupToken)
        if (found.failure) setState({ step: 'choosing', found })
        else wait()
      } catch (error) {
        if (error instanceof ApiError && error.fields['setupToken']) setState({ step: 'done' })
        else wait()
      }
    }
    wait()
    return () => window.clearTimeout(timer)
  }, [step, setupToken])

  return { state, look, restore }
}
