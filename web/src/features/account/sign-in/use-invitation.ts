import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../../lib/config'
import { readInvitation } from '../api'
import { useLinkToken } from '../link-token'
import { accountSearch } from './account-search'

/** Whether somebody can register here, asked before they fill in the form. */
export interface Invited {
  isReady: boolean
  /** Why they cannot; null when they can. */
  refusal: string | null
  /** That the invitation was sent to; empty for a link, and where none is needed. */
  email: string
}

export function useInvitation(): Invited {
  const { t } = useTranslation('account')
  const { registration } = useConfig()
  const [invited, setInvited] = useState<Invited>({ isReady: false, refusal: null, email: '' })
  const token = useLinkToken()
  const isNeeded = registration === 'invite' && accountSearch().setupToken === ''
  useEffect(() => {
    if (!isNeeded || token === '') return
    readInvitation(token).then(
      ({ email }) => setInvited({ isReady: true, refusal: null, email }),
      (error: Error) => setInvited({ isReady: true, refusal: error.message, email: '' }),
    )
  }, [isNeeded, token])
  const isClosed = registration === 'closed' && accountSearch().setupToken === ''
  if (isClosed) return { isReady: true, refusal: t('register.closed'), email: '' }
  if (!isNeeded) return { isReady: true, refusal: null, email: '' }
  if (token === '') return { isReady: true, refusal: t('register.invite'), email: '' }
  return invited
}
