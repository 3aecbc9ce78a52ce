import { HandOverCode, resultOf } from '@scanleaf/shared'

export const HandOverCodeResponse = resultOf(HandOverCode)
