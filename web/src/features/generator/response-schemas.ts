import { resultOf, UserCode } from '@scanleaf/shared'

export const UserCodeResponse = resultOf(UserCode)
