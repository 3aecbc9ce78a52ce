import type { VerifiedSession } from '@scanleaf/shared'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error'
import { type HandOver, takeHandOver } from '../../../lib/session/hand-over'
import { currentSession, type Session, saveSession } from '../../../lib/session/session'
import { isOwnSignIn } from '../../../lib/session/sign-in'
import { verifySession } from '../api'

export type Received =
  | { step: 'checking' }
  /** No session was handed over, or the server does not know it. */
  | { step: 'invalid' }
  | { step: 'failed'; message: string; retry: () => void }
  /** A session that this tab did not ask for, or of another account than the present one: a person decides. */
  | { step: 'ask'; name: string; accept: () => void }
  | { step: 'stored' }

const sessionOf = (handOver: HandOver, verified: VerifiedSession): Session => ({
  sid: handOver.sid,
  email: verified.email,
  userId: verified.id,
  isAdmin: verified.admin,
})

/** A hand-over is believed without a question when this tab asked for it and nobody else is signed in. */
function isExpected(handOver: HandOver, session: Session): boolean {
  const present = currentSession()
  if (present?.sid === session.sid) return true
  return isOwnSignIn(handOver.state) && (present === null || present.userId === session.userId)
}

// One hand-over a page load, however often the screen is mounted.
const handOver = { taken: null as HandOver | null, isTaken: false }

function received(): HandOver | null {
  if (!handOver.isTaken) Object.assign(handOver, { taken: takeHandOver(), isTaken: true })
  return handOver.taken
}

/** Verifies the session in the address this page was opened with, and stores it once that is safe. */
export function useReceivedSession(): Received {
  const [state, setState] = useState<Received>({ step: 'checking' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isCurrent = true
    const show = (next: Received) => isCurrent && setState(next)

    async function receive() {
      const given = received()
      if (!given) return show({ step: 'invalid' })
      try {
        const verified = await verifySession(given.sid)
        if (given.id !== '' && given.id !== verified.id) return show({ step: 'invalid' })
        const session = sessionOf(given, verified)
        const store = async () => {
          await saveSession(session)
          show({ step: 'stored' })
        }
        if (isExpected(given, session)) await store()
        else show({ step: 'ask', name: verified.email, accept: () => void store() })
      } catch (error) {
        if (error instanceof ApiError && error.statusCode === 401) return show({ step: 'invalid' })
        const message = error instanceof Error ? error.message : ''
        show({ step: 'failed', message, retry: () => setAttempt(attempt + 1) })
      }
    }

    void receive()
    return () => {
      isCurrent = false
    }
  }, [attempt])

  return state
}
