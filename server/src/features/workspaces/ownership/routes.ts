import { AcceptOwnership, OfferOwnership, OwnershipOffer, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Clock } from '../../../platform/clock'
import type { Config } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { acting, requireConfirmedPerson } from '../../../platform/http/acting'
import { requestLanguage } from '../../../platform/http/error-handler'
import { acceptOwnership, endOffer, offerOwnership, showOffer } from './ownership'

const tags = ['workspaces']
const ById = z.object({ workspaceId: z.string() })
const PATH = '/:workspaceId/ownership'
const Done = resultOf(z.object({ done: z.literal(true) }))
const DONE = { result: { done: true as const } }

interface OwnershipOptions {
  database: Database
  clock: Clock
  config: Pick<Config, 'billing'>
}

/** A workspace changes its owner by an offer that the other accepts, both freshly confirmed. */
export const ownershipRoutes: FastifyPluginAsyncZod<OwnershipOptions> = async (
  app,
  { database, clock, config: { billing: sells } },
) => {
  app.get(
    PATH,
    {
      config: { access: 'members:read' },
      schema: {
        tags,
        summary: 'The offer of the ownership, for who made it and who may accept it',
        params: ById,
        response: { 200: resultOf(OwnershipOffer.nullable()) },
      },
    },
    async (request) => {
      const shown = { caller: acting(request), sells, language: requestLanguage(request), now: clock.now() }
      return { result: await showOffer(database.db, shown) }
    },
  )

  app.post(
    PATH,
    {
      config: { access: 'workspace:transfer' },
      schema: {
        tags,
        summary: 'Offer the ownership to a member, for seven days',
        params: ById,
        body: OfferOwnership,
        response: { 201: Done },
      },
    },
    async (request, reply) => {
      requireConfirmedPerson(request)
      await offerOwnership(database, acting(request), request.body.userId)
      return reply.code(201).send(DONE)
    },
  )

  app.delete(
    PATH,
    {
      config: { access: 'members:read' },
      schema: { tags, summary: 'Withdraw or decline the offer', params: ById, response: { 200: Done } },
    },
    async (request) => {
      await endOffer(database, acting(request))
      return DONE
    },
  )

  app.post(
    `${PATH}/accept`,
    {
      config: { access: 'members:read' },
      schema: {
        tags,
        summary: 'Accept the ownership, with the debt that was shown',
        params: ById,
        body: AcceptOwnership,
        response: { 200: Done },
      },
    },
    async (request) => {
      requireConfirmedPerson(request)
      await acceptOwnership(database, acting(request), sells ? request.body.owed : null)
      return DONE
    },
  )
}
