import type { SignInProvider } from '@scanleaf/shared'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../lib/api/api-error'
import { Button } from '../../../ui/button/button'
import { ErrorMessage } from '../../../ui/message/error-message'
import { ProviderIcon } from './provider-icon'

export interface ProviderButtonProps {
  provider: SignInProvider
  /** Leaves the page for the provider. */
  onPress: () => Promise<void>
}

/** "Continue with Google". */
export function ProviderButton({ provider, onPress }: ProviderButtonProps) {
  const { t } = useTranslation('account')
  const [failure, setFailure] = useState<string | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)

  async function press() {
    setFailure(null)
    setIsLeaving(true)
    try {
      await onPress()
    } catch (error) {
      setFailure(messageOf(error, ''))
      setIsLeaving(false)
    }
  }

  return (
    <>
      <ErrorMessage text={failure} />
      <Button
        variant="default"
        size="lg"
        loading={isLeaving}
        leftSection={<ProviderIcon provider={provider} size={18} />}
        onClick={() => void press()}
      >
        {t('provider.continue', { provider: provider.label })}
      </Button>
    </>
  )
}
