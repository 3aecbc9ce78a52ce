import type { Approval, DecideApproval, DeleteUser, MakeRecoveryLink, PatchUser } from '@scanleaf/shared'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { useConfirmed } from '../../lib/api/confirmation'
import { PENDING_WORK } from '../../lib/operations/pending'

const PATH = '/identity/users'
const ALL = 'users-admin'
/** A change of one user affects their row, their panel and their history. */
const meta = { changes: [ALL, PENDING_WORK] }

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

interface Params {
  page: number
  q?: string
  role?: string
  suspended?: boolean
  approval?: Approval
}

export const usersQuery = (asked: Params) =>
  queryOptions({
    queryKey: [ALL, 'list', asked],
    queryFn: ({ signal }) =>
      api.get(PATH, async () => (await schemas()).UsersAnswer, { query: { ...asked }, signal }),
    placeholderData: keepPreviousData,
  })

/** How many accounts wait for somebody who lets them in. */
export const waitingQuery = queryOptions({
  queryKey: [ALL, 'waiting'],
  queryFn: async ({ signal }) => {
    const query = { approval: 'waiting', limit: 1 }
    return (await api.get(PATH, async () => (await schemas()).UsersAnswer, { query, signal })).meta.total
  },
})

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'user', id],
    queryFn: async ({ signal }) =>
      (await api.get(`${PATH}/${id}`, async () => (await schemas()).UserResponse, { signal })).result,
  })

/** Plan, payments and codes of a user. */
export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'overview', id],
    queryFn: async ({ signal }) => {
      const path = `/gateway/api/admin/operations/users/${id}`
      return (await api.get(path, async () => (await schemas()).OverviewResponse, { signal })).result
    },
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

export const useDecideApproval = (id: string) =>
  useMutation({
    meta,
    mutationFn: (decision: DecideApproval) =>
      api.post(`${PATH}/${id}/approval`, decision, async () => (await schemas()).UserResponse),
  })

const INVITATIONS = '/identity/invitations'

export const invitationsQuery = queryOptions({
  queryKey: [ALL, 'invitations'],
  queryFn: async ({ signal }) =>
    (await api.get(INVITATIONS, async () => (await schemas()).InvitationsResponse, { signal })).result,
})

/** By mail to an address, or as a link for an empty one. */
export const useCreateInvitation = () =>
  useMutation({
    meta,
    mutationFn: async (email: string) =>
      (await api.post(INVITATIONS, { email }, async () => (await schemas()).CreatedInvitationResponse))
        .result,
  })

export const useWithdrawInvitation = () =>
  useMutation({
    meta,
    mutationFn: (id: string) =>
      api.delete(`${INVITATIONS}/${id}`, async () => (await schemas()).WithdrawnResponse),
  })

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
