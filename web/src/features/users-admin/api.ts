import type { DeleteUser, MakeRecoveryLink, PatchUser } from '@scanleaf/shared'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { useConfirmed } from '../../lib/api/confirmation'

const PATH = '/identity/users'
const ALL = 'users-admin'
/** What is done to one user changes their row, their panel and their history. */
const meta = { changes: ALL }

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

interface Params {
  page: number
  q?: string
  role?: string
  suspended?: boolean
}

export const usersQuery = (asked: Params) =>
  queryOptions({
    queryKey: [ALL, 'list', asked],
    queryFn: ({ signal }) =>
      api.get(PATH, async () => (await schemas()).UsersAnswer, { query: { ...asked }, signal }),
    placeholderData: keepPreviousData,
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'user', id],
    queryFn: async ({ signal }) =>
      (await api.get(`${PATH}/${id}`, async () => (await schemas()).UserResponse, { signal })).result,
  })

export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'sessions', id],
    queryFn: async ({ signal }) =>
      (await api.get(`${PATH}/${id}/sessions`, async () => (await schemas()).SessionsResponse, { signal }))
        .result,
  })

export const actionsQuery = (user: string) =>
  queryOptions({
    queryKey: [ALL, 'actions', user],
    queryFn: async ({ signal }) =>
      (
        await api.get(`${PATH}/actions`, async () => (await schemas()).ActionsAnswer, {
          query: { user, limit: 20 },
          signal,
        })
      ).result,
  })

export function useChangeUser(id: string) {
  const confirmed = useConfirmed()
  return useMutation({
    meta,
    mutationFn: async (patch: PatchUser) =>
      (await confirmed(() => api.patch(`${PATH}/${id}`, patch, async () => (await schemas()).UserResponse)))
        .result,
  })
}

/** Ends one session, or all. */
export const useEndSessions = (id: string) =>
  useMutation({
    meta,
    mutationFn: async (session: string | undefined) => {
      const path = `${PATH}/${id}/sessions${session === undefined ? '' : `/${session}`}`
      return (await api.delete(path, async () => (await schemas()).EndedResponse)).result.ended
    },
  })

export function useMakeRecoveryLink(id: string) {
  const confirmed = useConfirmed()
  return useMutation({
    meta,
    mutationFn: (wanted: MakeRecoveryLink) =>
      confirmed(
        async () =>
          (
            await api.post(
              `${PATH}/${id}/recovery-link`,
              wanted,
              async () => (await schemas()).RecoveryLinkResponse,
            )
          ).result,
      ),
  })
}

export function useDeleteUser(id: string) {
  const confirmed = useConfirmed()
  return useMutation({
    meta,
    mutationFn: (wish: DeleteUser) =>
      confirmed(() => api.put(`${PATH}/${id}/deletion`, wish, async () => (await schemas()).UserResponse)),
  })
}

export const useKeepUser = (id: string) =>
  useMutation({
    meta,
    mutationFn: () => api.delete(`${PATH}/${id}/deletion`, async () => (await schemas()).UserResponse),
  })
