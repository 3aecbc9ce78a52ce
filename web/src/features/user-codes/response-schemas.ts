import {
  Deleted,
  Restored,
  resultOf,
  UserCode,
  UserCodeChange,
  UserCodePage,
  UserCodeTags,
} from '@scanleaf/shared'
import { z } from 'zod'

export const UserCodeAnswer = resultOf(UserCode)
export const UserCodePageAnswer = UserCodePage
export const DeletedAnswer = resultOf(Deleted)
export const RestoredAnswer = resultOf(Restored)
export const TagsAnswer = resultOf(UserCodeTags)
export const ChangesAnswer = resultOf(z.array(UserCodeChange))
