import { queryOptions } from '@tanstack/react-query'
import { fetchProfile } from '../api'

/** The profile of the signed-in user. */
export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => fetchProfile(signal),
  staleTime: 60_000,
})
