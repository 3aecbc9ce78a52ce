import { Factors, RecoveryCodes, resultOf, TotpSetup, UserSession } from '@scanleaf/shared'
import * as z from 'zod'

export {
  ConfirmedResponse,
  EndedResponse,
  PasskeyOptionsResponse,
  SignedInResponse,
} from '../response-schemas'
export const FactorsResponse = resultOf(Factors)
export const RecoveryCodesResponse = resultOf(RecoveryCodes)
export const SessionsResponse = resultOf(z.array(UserSession))
export const TotpSetupResponse = resultOf(TotpSetup)
