import {
  ConfirmedEmail,
  LinkSent,
  RecoveredAccount,
  RecoveryTarget,
  resultOf,
  UndoneChange,
} from '@scanleaf/shared'

export { PasskeyOptionsResponse } from '../response-schemas'
export const LinkSentResponse = resultOf(LinkSent)
export const RecoveryTargetResponse = resultOf(RecoveryTarget)
export const RecoveredResponse = resultOf(RecoveredAccount)
export const ConfirmedEmailResponse = resultOf(ConfirmedEmail)
export const UndoneChangeResponse = resultOf(UndoneChange)
