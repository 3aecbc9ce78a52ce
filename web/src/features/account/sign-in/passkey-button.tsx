import type { SignedIn } from '@scanleaf/shared'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api/api-error'
import { whenIdle } from '../../../lib/boot/when-idle'
import { Button } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'

/** Under the form of a sign-in: a passkey instead. The browser offers its passkeys in the form's field, too. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (session: SignedIn) => unknown }) {
  const { t } = useTranslation('account')
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  const enter = useEffectEvent(onSignedIn)

  useEffect(() => {
    // A choice that is not made, or made by the button instead, ends as a failure that nobody has to see.
    void whenIdle()
      .then(async () => (await import('./passkey-sign-in')).offerPasskeys((session) => enter(session)))
      .catch(() => undefined)
  }, [])

  async function press() {
    setFailure(null)
    setIsPending(true)
    try {
      const { signInByPasskey } = await import('./passkey-sign-in')
      await onSignedIn(await signInByPasskey())
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : t('passkey.failed'))
    } finally {
      setIsPending(false)
    }
  }

  return (
    <>
      <ErrorMessage text={failure} />
      <Button
        variant="default"
        size="lg"
        loading={isPending}
        leftSection={<IconKey size={19} stroke={1.7} aria-hidden />}
        onClick={() => void press()}
      >
        {t('passkey.use')}
      </Button>
    </>
  )
}
