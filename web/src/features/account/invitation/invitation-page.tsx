import type { ShownInvitation } from '@scanleaf/shared'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { useConfig } from '../../../lib/config'
import { bidiIsolate } from '../../../lib/i18n/bidi-isolate'
import { useLanguage } from '../../../lib/i18n/i18n'
import { clearSession, type Session, useSession } from '../../../lib/session/session'
import { offersRegistration, startRegistration, startSignIn } from '../../../lib/session/sign-in'
import { openWorkspace } from '../../../lib/session/workspace'
import { Button, buttonClass } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { useLinkToken } from '../link-token'
import { AccountShell } from '../sign-in/account-shell'
import { acceptInvitation, showInvitation } from './api'

const ENDED = {
  expired: 'errors:InvitationExpired',
  withdrawn: 'errors:InvitationWithdrawn',
  used: 'errors:InvitationUsed',
} as const

/** Where a sign-in comes back to: the token stays behind `#`. */
const returnPath = () => `/invitation${window.location.hash}`

/** /invitation#token: what the invitation is for, and the button that uses it. Mail scanners open pages, and press nothing. */
export function InvitationPage() {
  const { t } = useTranslation(['workspaces', 'errors'])
  const language = useLanguage()
  const session = useSession()
  const token = useLinkToken()
  const [shown, setShown] = useState<ShownInvitation | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (token === '') return
    showInvitation(token).then(setShown, (error: unknown) => setFailure(messageOf(error, String(error))))
  }, [token])
  const missing = token === '' ? t('errors:LinkExpired') : null
  const state = shown?.state ?? 'open'
  const ended = missing ?? failure ?? (state === 'open' || state === 'leaving' ? null : t(ENDED[state]))
  const own = (
    <a className={buttonClass({ size: 'lg' })} href={`/?lng=${language}`}>
      {t('switch.own')}
    </a>
  )
  if (ended !== null)
    return (
      <AccountShell title={t('invitation.ended')} lead={ended} icon={icon}>
        {own}
      </AccountShell>
    )
  if (shown === null) return null
  const names = { inviter: bidiIsolate(shown.invitedBy), workspace: bidiIsolate(shown.workspace) }
  // It holds again once the workspace is kept.
  if (state === 'leaving')
    return (
      <AccountShell title={t('invitation.title', names)} lead={t('errors:WorkspaceLeaving')} icon={icon}>
        {own}
      </AccountShell>
    )
  return (
    <AccountShell
      title={t('invitation.title', names)}
      lead={t('invitation.role', { role: t(`role.${shown.role}`) })}
      icon={icon}
    >
      {shown.role !== 'owner' && <p>{t(`does.${shown.role}`)}</p>}
      {session ? <Join token={token} session={session} names={names} /> : <SignIn />}
      <p>{t('invitation.note', names)}</p>
    </AccountShell>
  )
}

const icon = <IconUsers size={26} stroke={1.7} aria-hidden />

function Join({
  token,
  session,
  names,
}: {
  token: string
  session: Session
  names: { inviter: string; workspace: string }
}) {
  const { t } = useTranslation('workspaces')
  const config = useConfig()
  const language = useLanguage()
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const join = () => {
    setIsPending(true)
    acceptInvitation(token)
      .then(
        ({ workspaceId: id, role }) => openWorkspace({ id, role }, `/?lng=${language}`),
        (error: unknown) => setFailure(messageOf(error, String(error))),
      )
      .finally(() => setIsPending(false))
  }
  const switchAccount = () => {
    clearSession()
    window.location.assign(startSignIn(config, language, returnPath()))
  }
  return (
    <>
      <ErrorMessage text={failure} />
      <p>{t('invitation.signed-in', { email: bidiIsolate(session.email) })}</p>
      <Button variant="filled" size="lg" loading={isPending} onClick={join}>
        {t('invitation.join', names)}
      </Button>
      <Button variant="default" size="lg" onClick={switchAccount}>
        {t('invitation.other-account')}
      </Button>
    </>
  )
}

/** For who is not signed in: both ways come back here. */
function SignIn() {
  const { t } = useTranslation('workspaces')
  const config = useConfig()
  const language = useLanguage()
  return (
    <>
      <Button
        variant="filled"
        size="lg"
        onClick={() => window.location.assign(startSignIn(config, language, returnPath()))}
      >
        {t('invitation.sign-in')}
      </Button>
      {offersRegistration(config) ? (
        <Button
          variant="default"
          size="lg"
          onClick={() => window.location.assign(startRegistration(config, language, returnPath()))}
        >
          {t('invitation.register')}
        </Button>
      ) : (
        <p>{t('invitation.no-account')}</p>
      )}
    </>
  )
}
