import { ExchangedSingleSignOn, Identities, resultOf, StartedSingleSignOn } from '@scanleaf/shared'

export { ConfirmedResponse } from '../response-schemas'
export const StartedResponse = resultOf(StartedSingleSignOn)
export const ExchangedResponse = resultOf(ExchangedSingleSignOn)
export const IdentitiesResponse = resultOf(Identities)
