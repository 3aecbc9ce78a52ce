import {
  ConfirmedEmail,
  LinkSent,
  RecoveredAccount,
  RecoveryTarget,
  resultOf,
  UndoneEmail,
} from '@scanleaf/shared'

export const LinkSentResponse = resultOf(LinkSent)
export const RecoveryTargetResponse = resultOf(RecoveryTarget)
export const RecoveredResponse = resultOf(RecoveredAccount)
export const ConfirmedEmailResponse = resultOf(ConfirmedEmail)
export const UndoneEmailResponse = resultOf(UndoneEmail)
