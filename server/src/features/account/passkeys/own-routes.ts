import { CredentialId, Factors, NewPasskey, PasskeyOptions, RenamePasskey, resultOf } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import { bearerToken, currentUser, requireConfirmation } from '../../../platform/http/session'
import type { Providers } from '../oidc/providers'
import { readFactors } from '../second-factor/read-factors'
import type { FactorParts } from '../second-factor/routes'
import { addPasskey, offerPasskey, removePasskey } from './passkeys'
import { renamePasskey } from './repository'

const tags = ['identity']
const ById = z.object({ id: CredentialId })

/** The own passkeys. Each change but that of a name asks for a fresh confirmation. */
export const ownPasskeyRoutes: FastifyPluginAsyncZod<FactorParts & { providers: Providers }> = async (
  app,
  parts,
) => {
  const changing = (request: FastifyRequest) => {
    requireConfirmation(request)
    return { ...parts, userId: currentUser(request).id, token: bearerToken(request) ?? '' }
  }
  const own = async (request: FastifyRequest) => ({
    result: await readFactors(parts, currentUser(request).id),
  })

  app.post(
    '/identity/factors/passkeys/options',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What the browser makes a passkey by',
        response: { 201: resultOf(PasskeyOptions) },
      },
    },
    async (request, reply) =>
      reply.code(201).send({ result: { options: { ...(await offerPasskey(changing(request))) } } }),
  )

  app.post(
    '/identity/factors/passkeys',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Add a passkey', body: NewPasskey, response: { 201: resultOf(Factors) } },
    },
    async (request, reply) => {
      await addPasskey(changing(request), request.body)
      return reply.code(201).send(await own(request))
    },
  )

  app.patch(
    '/identity/factors/passkeys/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Rename a passkey',
        params: ById,
        body: RenamePasskey,
        response: { 200: resultOf(Factors) },
      },
    },
    async (request) => {
      const { id } = currentUser(request)
      if (!(await renamePasskey(parts.database.db, id, request.params.id, request.body.name)))
        throw new AppError('NotFound')
      return own(request)
    },
  )

  app.delete(
    '/identity/factors/passkeys/:id',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Remove a passkey', params: ById, response: { 200: resultOf(Factors) } },
    },
    async (request) => {
      await removePasskey(changing(request), request.params.id)
      return own(request)
    },
  )
}
