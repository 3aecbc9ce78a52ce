import { HandOverCode, Profile, resultOf } from '@scanleaf/shared'

export const HandOverCodeResponse = resultOf(HandOverCode)
export const OwnProfileResponse = resultOf(Profile)
