import { ReadContentResponse, resultOf, UserCode } from '@scanleaf/shared'

export const UserCodeResponse = resultOf(UserCode)
export const ReadResponse = resultOf(ReadContentResponse)
