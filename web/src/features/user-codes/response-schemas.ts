import {
  Deleted,
  Purged,
  Restored,
  resultOf,
  StateChanged,
  TrashEmptied,
  TrashPage,
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
export const TrashPageResponse = TrashPage
export const PurgedResponse = resultOf(Purged)
export const TrashEmptiedResponse = resultOf(TrashEmptied)
export const StateChangedResponse = resultOf(StateChanged)
export const TagsResponse = resultOf(UserCodeTags)
export const ChangesResponse = resultOf(z.array(UserCodeChange))
