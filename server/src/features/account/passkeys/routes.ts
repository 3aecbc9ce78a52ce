import {
  Confirmed,
  CredentialId,
  Factors,
  NewPasskey,
  PasskeyOptions,
  RenamePasskey,
  resultOf,
  SignedIn,
  UsePasskey,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import { bearerToken, currentUser, requireConfirmation, requireUser } from '../../../platform/http/session'
import { attemptOf, logAttempts } from '../attempts/attempt-log'
import { callerOfRequest } from '../attempts/caller'
import { limitByAddress } from '../limit-by-address'
import type { Providers } from '../oidc/providers'
import { readFactors } from '../second-factor/read-factors'
import type { FactorParts } from '../second-factor/routes'
import {
  addPasskey,
  askForPasskey,
  confirmByPasskey,
  offerPasskey,
  type PasskeyParts,
  removePasskey,
  signInByPasskey,
} from './passkeys'
import { renamePasskey } from './repository'

const tags = ['identity']
const ById = z.object({ id: CredentialId })

/** Signing in by a passkey (open), proving oneself by one, and the own ones. */
export const passkeyRoutes: FastifyPluginAsyncZod<
  PasskeyParts & FactorParts & { providers: Providers }
> = async (app, parts) => {
  const changing = (request: FastifyRequest) => {
    requireConfirmation(request)
    return { ...parts, userId: currentUser(request).id, token: bearerToken(request) ?? '' }
  }
  const own = async (request: FastifyRequest) => ({
    result: await readFactors(parts, currentUser(request).id),
  })

  app.post(
    '/identity/passkeys/sign-in/options',
    {
      // Each page of a sign-in asks for them.
      onRequest: limitByAddress(parts.rateLimits, 'passkey-options-address', 100),
      schema: {
        tags,
        summary: 'What the browser asks its passkeys for a sign-in',
        security: [],
        response: { 201: resultOf(PasskeyOptions) },
      },
    },
    async (_request, reply) =>
      reply.code(201).send({ result: { options: { ...(await askForPasskey(parts, null)) } } }),
  )

  app.post(
    '/identity/passkeys/sign-in',
    {
      ...logAttempts('sign-in', 'passkey'),
      onRequest: limitByAddress(parts.rateLimits, 'sign-in-address'),
      schema: {
        tags,
        summary: 'Sign in by a passkey',
        security: [],
        body: UsePasskey,
        response: { 200: resultOf(SignedIn) },
      },
    },
    async (request) => ({
      result: await signInByPasskey(
        parts,
        request.body.credential,
        callerOfRequest(request),
        attemptOf(request),
      ),
    }),
  )

  app.post(
    '/identity/sessions/current/confirm/passkey/options',
    {
      onRequest: requireUser,
      schema: {
        tags,
        summary: 'What the browser asks a passkey for a confirmation',
        response: { 201: resultOf(PasskeyOptions) },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send({ result: { options: { ...(await askForPasskey(parts, currentUser(request).id)) } } }),
  )

  app.post(
    '/identity/sessions/current/confirm/passkey',
    {
      ...logAttempts('confirmation', 'passkey'),
      onRequest: requireUser,
      schema: {
        tags,
        summary: 'Prove by a passkey who holds the session',
        body: UsePasskey,
        response: { 200: resultOf(Confirmed) },
      },
    },
    async (request) => ({
      result: await confirmByPasskey(
        parts,
        currentUser(request).id,
        bearerToken(request) ?? '',
        request.body.credential,
        attemptOf(request),
      ),
    }),
  )

  app.post(
    '/identity/factors/passkeys/options',
    {
      onRequest: requireUser,
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
      onRequest: requireUser,
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
      onRequest: requireUser,
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
      onRequest: requireUser,
      schema: { tags, summary: 'Remove a passkey', params: ById, response: { 200: resultOf(Factors) } },
    },
    async (request) => {
      await removePasskey(changing(request), request.params.id)
      return own(request)
    },
  )
}
