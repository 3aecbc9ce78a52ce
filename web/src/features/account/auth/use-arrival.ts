import type { SignedIn } from '@scanleaf/shared'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api/api-error'
import { useLanguage } from '../../../lib/i18n/i18n'
import { saveSession } from '../../../lib/session/session'
import { finishSignIn } from '../../../lib/session/sign-in'
import { confirmByProvider, connectProvider, exchangeSingleSignOn } from '../providers/api'
import { useHandOver } from '../sign-in/use-hand-over'
import { type Arrival, takeArrival } from './arrival'

type Step =
  | { is: 'working' }
  | { is: 'otp' }
  /** An account with the address of the provider signs in once. */
  | { is: 'first-sign-in'; email: string }
  /** `goOn` where somebody is signed in all the same. */
  | { is: 'failed'; text: string; goOn: (() => void) | null }

export interface Arriving {
  arrival: Arrival
  step: Step
  /** @throws ApiError for a code that is wrong */
  sendOtp: (otp: string) => Promise<void>
  connect: (session: SignedIn) => Promise<void>
}

/** What becomes of the proof that the browser brings from a provider. */
export function useArrival(): Arriving {
  const [arrival] = useState(takeArrival)
  const [step, setStep] = useState<Step>({ is: 'working' })
  const { started, code } = arrival
  const page = started?.page ?? '/login'
  const goOn = useGoOn(page)
  const proven = { code, verifier: started?.verifier ?? '' }

  /** @param otp empty where none is required */
  async function use(otp: string): Promise<void> {
    if (started?.purpose === 'sign-in') {
      const { session, email } = await exchangeSingleSignOn(proven, otp)
      if (session) return goOn(session)
      return setStep({ is: 'first-sign-in', email })
    }
    if (started?.purpose === 'connect') await connectProvider(proven)
    else await confirmByProvider(proven, otp)
    window.location.replace(page)
  }

  const begin = useEffectEvent(async () => {
    if (arrival.failure !== null || started === null) return
    try {
      await use('')
    } catch (error) {
      const asksOtp =
        error instanceof ApiError && (error.code === 'SecondFactorRequired' || 'otp' in error.fields)
      setStep(asksOtp ? { is: 'otp' } : { is: 'failed', text: messageOf(error, ''), goOn: null })
    }
  })
  useEffect(() => void begin(), [])

  return {
    arrival,
    step,
    sendOtp: use,
    async connect(session) {
      try {
        await connectProvider(proven, session.sid)
        await goOn(session)
      } catch (error) {
        setStep({ is: 'failed', text: messageOf(error, ''), goOn: () => void goOn(session) })
      }
    },
  }
}

/** To where the sign-in was asked for: another origin by the account's page, else the product. */
function useGoOn(page: string): (session: SignedIn) => Promise<void> {
  const language = useLanguage()
  const [path, search = ''] = page.split('?')
  const handOver = useHandOver(search)
  return async (session) => {
    if (path === '/account/login') return handOver(session)
    await saveSession({
      sid: session.sid,
      email: session.email,
      userId: session.id,
      isAdmin: session.admin,
    })
    window.location.replace(finishSignIn(language))
  }
}
