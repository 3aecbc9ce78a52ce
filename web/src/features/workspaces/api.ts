import type { WorkspaceHistory, WorkspaceRole } from '@scanleaf/shared'
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api/api'
import { useConfirmed } from '../../lib/api/confirmation'
import { fetchFile, saveFile } from '../../lib/api/download'
import { currentSession } from '../../lib/session/session'
import { currentWorkspace } from '../../lib/session/workspace'

const PATH = '/gateway/api/workspaces'
const ALL = 'workspaces'
const meta = { changes: [ALL] }

/** The schemas come with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

/** The workspace of this tab, by its id. */
export const workspaceId = (): string => currentWorkspace() ?? currentSession()?.userId ?? ''
const own = (rest: string) => `${PATH}/${encodeURIComponent(workspaceId())}${rest}`

/** Own workspaces, the home first. */
export const workspacesQuery = queryOptions({
  queryKey: [ALL, 'list'],
  queryFn: async ({ signal }) =>
    (await api.get(PATH, async () => (await schemas()).WorkspacesResponse, { signal, isOfPerson: true }))
      .result,
  staleTime: 60_000,
})

/** In which of the own workspaces a code is, or what a program proposes. */
export const workspaceWithQuery = (query: { code: string } | { proposal: string }) =>
  queryOptions({
    queryKey: [ALL, 'find', query],
    queryFn: async ({ signal }) =>
      (
        await api.get(`${PATH}/find`, async () => (await schemas()).WorkspaceResponse, {
          query,
          signal,
          isOfPerson: true,
        })
      ).result,
    retry: false,
  })

export const membersQuery = queryOptions({
  queryKey: [ALL, 'members'],
  queryFn: async ({ signal }) =>
    (await api.get(own('/members'), async () => (await schemas()).MembersResponse, { signal })).result,
})

export const invitationsQuery = queryOptions({
  queryKey: [ALL, 'invitations'],
  queryFn: async ({ signal }) =>
    (await api.get(own('/invitations'), async () => (await schemas()).InvitationsResponse, { signal }))
      .result,
})

export const useRename = () =>
  useMutation({
    meta,
    mutationFn: async (name: string) =>
      (await api.patch(own(''), { name }, async () => (await schemas()).NameResponse)).result,
  })

export const useCreateWorkspace = () =>
  useMutation({
    meta,
    mutationFn: async (name: string) =>
      (await api.post(PATH, { name }, async () => (await schemas()).WorkspaceResponse, { isOfPerson: true }))
        .result,
  })

type GivenRole = Exclude<WorkspaceRole, 'owner'>

export const useInvite = () =>
  useMutation({
    meta,
    mutationFn: async (invited: { email?: string; role: GivenRole }) =>
      (await api.post(own('/invitations'), invited, async () => (await schemas()).InvitationResponse)).result,
  })

export const useWithdraw = () =>
  useMutation({
    meta,
    mutationFn: (id: string) =>
      api.delete(own(`/invitations/${id}`), async () => (await schemas()).WithdrawnResponse),
  })

export const useChangeRole = () =>
  useMutation({
    meta,
    mutationFn: async ({ userId, role }: { userId: string; role: GivenRole }) =>
      (
        await api.patch(
          own(`/members/${encodeURIComponent(userId)}`),
          { role },
          async () => (await schemas()).MemberResponse,
        )
      ).result,
  })

export const useRemoveMember = () =>
  useMutation({
    meta,
    mutationFn: ({ userId, revokeKeys }: { userId: string; revokeKeys: boolean }) =>
      api.delete(
        own(`/members/${encodeURIComponent(userId)}`),
        async () => (await schemas()).RemovedResponse,
        revokeKeys ? { query: { revokeKeys: true } } : {},
      ),
  })

/** The offer of the ownership of this workspace, for who made it and who may accept it. */
export const offerQuery = queryOptions({
  queryKey: [ALL, 'ownership'],
  queryFn: async ({ signal }) =>
    (await api.get(own('/ownership'), async () => (await schemas()).OfferResponse, { signal })).result,
})

const done = async () => (await schemas()).DoneResponse

export const useOffer = () => {
  const confirmed = useConfirmed()
  return useMutation({
    meta,
    mutationFn: (userId: string) => confirmed(() => api.post(own('/ownership'), { userId }, done)),
  })
}

/** Withdraws the offer, or declines it. */
export const useEndOffer = () => useMutation({ meta, mutationFn: () => api.delete(own('/ownership'), done) })

export const useAcceptOwnership = () => {
  const confirmed = useConfirmed()
  return useMutation({
    meta,
    mutationFn: (owed: number) => confirmed(() => api.post(own('/ownership/accept'), { owed }, done)),
  })
}

/** Of which person, kind and day on; empty for all. */
export interface HistoryWish {
  by: string
  kind: string
  from: string
}

const wished = (wish: HistoryWish) =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== ''))

export const historyQuery = (wish: HistoryWish) =>
  infiniteQueryOptions({
    queryKey: [ALL, 'history', wish],
    queryFn: ({ pageParam, signal }) =>
      api.get(own('/history'), async () => (await schemas()).HistoryResponse, {
        query: { ...wished(wish), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ meta: { nextCursor } }: WorkspaceHistory) => nextCursor ?? undefined,
  })

/** All that was done, as far as it is wished, for a spreadsheet. */
export const useHistoryFile = () =>
  useMutation({
    mutationFn: (wish: HistoryWish) =>
      fetchFile(`${own('/history.csv')}?${new URLSearchParams(wished(wish))}`),
    onSuccess: (file) => saveFile(file, 'history.csv'),
  })
