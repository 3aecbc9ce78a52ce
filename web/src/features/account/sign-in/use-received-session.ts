import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error'
import { type HandOver, takeHandOver } from '../../../lib/session/hand-over'
import { currentSession, type Session, saveSession } from '../../../lib/session/session'
import { isOwnSignIn } from '../../../lib/session/sign-in'
import { exchangeCode, verifySession } from '../api'

export type Received =
  | { step: 'checking' }
  /** No session was handed over, or the server does not know it. */
  | { step: 'invalid' }
  | { step: 'failed'; message: string; retry: () => void }
  /** A session that this tab did not ask for, or of another account than the present one: a person decides. */
  | { step: 'ask'; name: string; accept: () => void }
  | { step: 'stored' }

/** The session that came in the address, as the server knows it, or the one for the code that came. */
async function sessionOf({ sid, code }: HandOver): Promise<Session> {
  const {
    id: userId,
    email,
    admin: isAdmin,
    ...given
  } = sid === '' ? await exchangeCode(code) : { ...(await verifySession(sid)), sid }
  return { sid: given.sid, email, userId, isAdmin }
}

/** A hand-over is believed without a question when this tab asked for it and nobody else is signed in. */
function isExpected(handOver: HandOver, session: Session): boolean {
  const present = currentSession()
  if (present?.sid === session.sid) return true
  return isOwnSignIn(handOver.state) && (present === null || present.userId === session.userId)
}

// One hand-over a page load, however often the screen is mounted.
const handOver = { taken: null as HandOver | null, isTaken: false }
let session: Promise<Session> | null = null

function received(): HandOver | null {
  if (!handOver.isTaken) Object.assign(handOver, { taken: takeHandOver(), isTaken: true })
  return handOver.taken
}

/** Asked for once, as a code counts once; again after a failure. */
function receivedSession(given: HandOver): Promise<Session> {
  session ??= sessionOf(given).catch((error) => {
    session = null
    throw error
  })
  return session
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
        const session = await receivedSession(given)
        if (given.id !== '' && given.id !== session.userId) return show({ step: 'invalid' })
        const store = async () => {
          await saveSession(session)
          show({ step: 'stored' })
        }
        if (isExpected(given, session)) await store()
        else show({ step: 'ask', name: session.email, accept: () => void store() })
      } catch (error) {
        if (error instanceof ApiError && [401, 410].includes(error.statusCode))
          return show({ step: 'invalid' })
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
