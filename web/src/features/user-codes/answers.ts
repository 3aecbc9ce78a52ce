import { Deleted, pageOf, resultOf, UserCode } from '@scanleaf/shared'

export const UserCodeAnswer = resultOf(UserCode)
export const UserCodePageAnswer = pageOf(UserCode)
export const DeletedAnswer = resultOf(Deleted)
