import { resultOf, UserDetails, UserSession } from '@scanleaf/shared'
import { z } from 'zod'

export { ListedUserPage as UsersAnswer, UserActionPage as ActionsAnswer } from '@scanleaf/shared'
export const UserAnswer = resultOf(UserDetails)
export const SessionsAnswer = resultOf(z.array(UserSession))
export const EndedAnswer = resultOf(z.object({ ended: z.number() }))
