import {
  Confirmed,
  ConfirmSingleSignOn,
  Identities,
  ProvenSingleSignOn,
  resultOf,
  StartedSingleSignOn,
  StartSingleSignOn,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { bearerToken, currentUser, requireConfirmation } from '../../../platform/http/session'
import { logAttempts } from '../attempts/attempt-log'
import { findProvider, type Purpose, startSingleSignOn } from './flow'
import {
  confirmByProvider,
  connectIdentity,
  disconnectIdentity,
  type OwnIdentities,
  readIdentities,
} from './own-identities'

const tags = ['identity']
const Named = z.object({ name: z.string().max(100) })

/** The own accounts at providers, and proving oneself by one. */
export const identityRoutes: FastifyPluginAsyncZod<OwnIdentities> = async (app, parts) => {
  const start = (request: FastifyRequest, purpose: Purpose, name: string, verifierHash: string) =>
    startSingleSignOn(
      parts,
      findProvider(parts.providers, name),
      { purpose, verifierHash, userId: currentUser(request).id },
      request.log,
    )
  const own = async (request: FastifyRequest) => ({
    result: await readIdentities(parts, currentUser(request).id),
  })
  const caller = (request: FastifyRequest) => ({
    userId: currentUser(request).id,
    token: bearerToken(request) ?? '',
  })

  app.get(
    '/identity/identities',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Own connected accounts', response: { 200: resultOf(Identities) } },
    },
    own,
  )

  app.post(
    '/identity/identities/:name/start',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Where the browser proves an account at a provider, to connect it',
        params: Named,
        body: StartSingleSignOn,
        response: { 201: resultOf(StartedSingleSignOn) },
      },
    },
    async (request, reply) => {
      requireConfirmation(request)
      const url = await start(request, 'connect', request.params.name, request.body.verifierHash)
      return reply.code(201).send({ result: { url } })
    },
  )

  app.post(
    '/identity/identities',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Connect what a provider proved',
        body: ProvenSingleSignOn,
        response: { 201: resultOf(Identities) },
      },
    },
    async (request, reply) => {
      await connectIdentity(parts, caller(request), request.body)
      return reply.code(201).send(await own(request))
    },
  )

  app.delete(
    '/identity/identities/:name',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Disconnect the own account at a provider; the other sessions that it opened end',
        params: Named,
        response: { 200: resultOf(Identities) },
      },
    },
    async (request) => {
      requireConfirmation(request)
      await disconnectIdentity(parts, caller(request), request.params.name)
      return own(request)
    },
  )

  app.post(
    '/identity/sessions/current/confirm/oidc/:name/start',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Where the browser proves anew, at a provider, who holds the session',
        params: Named,
        body: StartSingleSignOn,
        response: { 201: resultOf(StartedSingleSignOn) },
      },
    },
    async (request, reply) => {
      const url = await start(request, 'confirm', request.params.name, request.body.verifierHash)
      return reply.code(201).send({ result: { url } })
    },
  )

  app.post(
    '/identity/sessions/current/confirm/oidc',
    {
      config: { access: 'person' },
      ...logAttempts('confirmation', 'provider'),
      schema: {
        tags,
        summary: 'Prove by a provider who holds the session',
        body: ConfirmSingleSignOn,
        response: { 200: resultOf(Confirmed) },
      },
    },
    async (request) => ({ result: await confirmByProvider(parts, caller(request), request.body) }),
  )
}
