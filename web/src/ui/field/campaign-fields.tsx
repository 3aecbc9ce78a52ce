import { lazy, Suspense } from 'react'
import type { CampaignInputsProps } from './campaign-inputs'

const CampaignInputs = lazy(async () => ({ default: (await import('./campaign-inputs')).CampaignInputs }))

/** Under the field of an address: its campaign parameters. They come after what the screen is opened for. */
export const CampaignFields = (props: CampaignInputsProps) => (
  <Suspense>
    <CampaignInputs {...props} />
  </Suspense>
)
