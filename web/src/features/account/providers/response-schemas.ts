import { Confirmed, ExchangedSingleSignOn, Identities, resultOf, StartedSingleSignOn } from '@scanleaf/shared'

export const StartedResponse = resultOf(StartedSingleSignOn)
export const ExchangedResponse = resultOf(ExchangedSingleSignOn)
export const ConfirmedResponse = resultOf(Confirmed)
export const IdentitiesResponse = resultOf(Identities)
