import {
  AcceptedInvitation,
  CreatedWorkspaceInvitation,
  InvitationToken,
  InviteMember,
  resultOf,
  ShownInvitation,
  WorkspaceInvitation,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Config } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { recordAct } from '../../../platform/history'
import { acting, actingMember } from '../../../platform/http/acting'
import { requestLanguage } from '../../../platform/http/error-handler'
import { createRateLimits } from '../../../platform/http/rate-limit'
import { sendsMail } from '../../../platform/mail'
import { personOf } from '../person'
import { acceptInvitation, invite, presentInvitations, showInvitation } from './invitations'
import { closeInvitation, listOpen } from './repository'

const tags = ['workspaces']
const ById = z.object({ workspaceId: z.string() })
/** Of one workspace: strangers get them by mail. */
const INVITATIONS = { limit: 50, windowMs: 24 * 60 * 60_000 }

interface InvitationOptions {
  database: Database
  clock: Clock
  config: Pick<Config, 'appUrl' | 'mail' | 'identityUrl'>
}

/** Invitations of a workspace, and the guest’s look at one. */
export const workspaceInvitationRoutes: FastifyPluginAsyncZod<InvitationOptions> = async (
  app,
  { database, clock, config },
) => {
  const { db } = database
  const limits = createRateLimits(database, clock)

  app.get(
    '/:workspaceId/invitations',
    {
      config: { access: 'members:write' },
      schema: {
        tags,
        summary: 'Invitations that hold, the newest first',
        params: ById,
        response: { 200: resultOf(z.array(WorkspaceInvitation)) },
      },
    },
    async (request) => ({ result: presentInvitations(await listOpen(db, acting(request).ownerId)) }),
  )

  app.post(
    '/:workspaceId/invitations',
    {
      config: { access: 'members:write' },
      schema: {
        tags,
        summary: 'Invite somebody; with an address by mail, otherwise the link is shown this once',
        params: ById,
        body: InviteMember,
        response: { 200: resultOf(CreatedWorkspaceInvitation), 201: resultOf(CreatedWorkspaceInvitation) },
      },
    },
    async (request, reply) => {
      const caller = actingMember(request)
      await limits.enforce('workspace-invitations', caller.ownerId, INVITATIONS)
      const { isNew, invitation } = await invite(
        {
          ...{ database, appUrl: config.appUrl, sendsMail: sendsMail(config), caller },
          ...{ person: await personOf(request), language: requestLanguage(request) },
        },
        request.body,
      )
      return reply.code(isNew ? 201 : 200).send({ result: invitation })
    },
  )

  app.delete(
    '/:workspaceId/invitations/:invitationId',
    {
      config: { access: 'members:write' },
      schema: {
        tags,
        summary: 'Withdraw an invitation',
        params: ById.extend({ invitationId: z.uuid() }),
        response: { 200: resultOf(z.object({ withdrawn: z.literal(true) })) },
      },
    },
    async (request) => {
      const caller = acting(request)
      await database.transaction(async (tx) => {
        if (!(await closeInvitation(tx, caller.ownerId, request.params.invitationId, 'withdrawn')))
          throw new AppError('NotFound')
        await recordAct(tx, caller, { action: 'invitation-withdrawn' })
      })
      return { result: { withdrawn: true as const } }
    },
  )

  app.post(
    '/invitations/check',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'What an invitation is for, and whether it holds; changes nothing',
        security: [],
        body: InvitationToken,
        response: { 200: resultOf(ShownInvitation) },
      },
    },
    async (request) => ({ result: await showInvitation(db, request.body.token) }),
  )

  app.post(
    '/invitations/accept',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Join the workspace of an invitation',
        body: InvitationToken,
        response: { 200: resultOf(AcceptedInvitation) },
      },
    },
    async (request) => {
      const { workspaceId, role } = await acceptInvitation(
        database,
        await personOf(request),
        request.body.token,
      )
      return { result: { workspaceId, role } }
    },
  )
}
