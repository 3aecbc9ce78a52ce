import { lazy } from 'react'
import { Elsewhere } from '../elsewhere'

const ProposalPage = lazy(async () => ({
  default: (await import('../../features/chat/proposal-page')).ProposalPage,
}))

export const ProposalScreen = () => <ProposalPage Elsewhere={Elsewhere} />
