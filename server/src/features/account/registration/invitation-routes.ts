import {
  CreatedInvitation,
  CreateInvitation,
  Invitation,
  InvitationTarget,
  LinkToken,
  type RegistrationMode,
  resultOf,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import { requestLanguage } from '../../../platform/http/error-handler'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { requirePermission } from '../authorization'
import { limitByAddress } from '../limit-by-address'
import { operatorOf, operatorRoute } from '../operators/operator-route'
import {
  createInvitation,
  type Inviting,
  listInvitations,
  readInvitation,
  withdrawInvitation,
} from './invitations'

const tags = ['identity']
const PATH = '/identity/invitations'

type InvitationParts = Omit<Inviting, 'operator' | 'language'> & {
  rateLimits: RateLimits
  registration: RegistrationMode
}

/** Invitations to an installation where an account needs one, for who may change users; and the guest's look at one. */
export const invitationRoutes: FastifyPluginAsyncZod<InvitationParts> = async (app, parts) => {
  const { db } = parts.database
  const toInvite = operatorRoute({
    resource: 'users',
    action: 'update',
    on: 'invitation',
    confirm: false,
  })

  app.get(
    PATH,
    {
      config: { access: 'operator' },
      onRequest: requirePermission('users', 'update'),
      schema: { tags, summary: 'Invitations that hold', response: { 200: resultOf(z.array(Invitation)) } },
    },
    async () => ({ result: await listInvitations(db) }),
  )

  app.post(
    PATH,
    {
      ...toInvite,
      schema: {
        tags,
        summary: 'Invite somebody; with an address by mail, otherwise the link is shown this once',
        body: CreateInvitation,
        response: { 201: resultOf(CreatedInvitation) },
      },
    },
    async (request, reply) => {
      if (parts.registration !== 'invite') throw new AppError('InvitationsOff')
      const inviting = { ...parts, operator: operatorOf(request), language: requestLanguage(request) }
      return reply.code(201).send({ result: await createInvitation(inviting, request.body) })
    },
  )

  app.delete(
    `${PATH}/:id`,
    {
      ...toInvite,
      schema: {
        tags,
        summary: 'Withdraw an invitation',
        params: z.object({ id: z.uuid() }),
        response: { 200: resultOf(z.object({ withdrawn: z.literal(true) })) },
      },
    },
    async (request) => {
      if (!(await withdrawInvitation(db, request.params.id))) throw new AppError('NotFound')
      return { result: { withdrawn: true as const } }
    },
  )

  app.post(
    `${PATH}/check`,
    {
      config: { access: 'public' },
      onRequest: limitByAddress(parts.rateLimits, 'link-address'),
      schema: {
        tags,
        summary: 'Whom an invitation was sent to; it still holds afterwards',
        security: [],
        body: LinkToken,
        response: { 200: resultOf(InvitationTarget) },
      },
    },
    async (request) => ({ result: await readInvitation(db, request.body.token) }),
  )
}
