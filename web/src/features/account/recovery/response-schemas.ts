import {
  ConfirmedEmail,
  LinkSent,
  PasskeyOptions,
  RecoveredAccount,
  RecoveryTarget,
  resultOf,
  UndoneChange,
} from '@scanleaf/shared'

export const LinkSentResponse = resultOf(LinkSent)
export const RecoveryTargetResponse = resultOf(RecoveryTarget)
export const PasskeyOptionsResponse = resultOf(PasskeyOptions)
export const RecoveredResponse = resultOf(RecoveredAccount)
export const ConfirmedEmailResponse = resultOf(ConfirmedEmail)
export const UndoneChangeResponse = resultOf(UndoneChange)
