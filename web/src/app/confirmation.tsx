import { lazy, Suspense } from 'react'
import { useIsConfirming } from '../lib/api/confirmation'

const ConfirmationDialog = lazy(async () => ({
  default: (await import('../features/account/security/confirmation-dialog')).ConfirmationDialog,
}))

/** The dialog that asks who it is before something sensitive, on whatever screen. */
export function Confirmation() {
  return useIsConfirming() ? (
    <Suspense>
      <ConfirmationDialog />
    </Suspense>
  ) : null
}
