import { queryOptions } from '@tanstack/react-query'
import { fetchProfile } from '../api'

/** The profile of who is signed in. */
export const profileQuery = queryOptions({
  queryKey: ['account', 'profile'],
  queryFn: ({ signal }) => fetchProfile(signal),
  staleTime: 60_000,
})
