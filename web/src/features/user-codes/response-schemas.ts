import {
  Deleted,
  Restored,
  resultOf,
  StateChanged,
  UserCode,
  UserCodeChange,
  UserCodePage,
  UserCodeTags,
} from '@scanleaf/shared'
import * as z from 'zod'

export const UserCodeResponse = resultOf(UserCode)
export const UserCodePageResponse = UserCodePage
export const DeletedResponse = resultOf(Deleted)
export const RestoredResponse = resultOf(Restored)
export const StateChangedResponse = resultOf(StateChanged)
export const TagsResponse = resultOf(UserCodeTags)
export const ChangesResponse = resultOf(z.array(UserCodeChange))
