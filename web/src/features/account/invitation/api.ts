import { api } from '../../../lib/api/api'

const PATH = '/gateway/api/workspaces/invitations'

/** Loaded with the first call, not with the first screen. */
const schemas = () => import('./response-schemas')

/** What an invitation is for; it may be looked at without a session. */
export const showInvitation = async (token: string) =>
  (
    await api.post(`${PATH}/check`, { token }, async () => (await schemas()).ShownInvitationResponse, {
      isAuthenticated: false,
    })
  ).result

export const acceptInvitation = async (token: string) =>
  (
    await api.post(`${PATH}/accept`, { token }, async () => (await schemas()).AcceptedInvitationResponse, {
      isOfPerson: true,
    })
  ).result
